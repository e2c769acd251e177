import type { EntityManager } from '@mikro-orm/postgresql';
import { CalendarFeed, Identity, type User } from '../entities.js';
import { DAY_MS } from '../shared/days.js';
import { createRandomToken } from '../shared/random-token.js';

const HOUR_MS = 3_600_000;

/** Nobody can log in with it: there is no provider at this address. */
export function createDemoIdentity(em: EntityManager, user: User): void {
  em.create(Identity, { user, issuer: 'https://id.example.org', subject: 'demo' });
}

/** Nobody has its link: a calendar that can be read is made with `createCalendarFeed`. */
export function createCalendars(em: EntityManager, user: User): void {
  em.create(CalendarFeed, {
    user,
    tokenHash: createRandomToken().hash,
    name: 'Phone',
    language: user.language,
    startHour: 8,
    alarmMinutes: 60,
    createdAt: new Date(Date.now() - 20 * DAY_MS),
    lastReadAt: new Date(Date.now() - HOUR_MS),
  });
}
