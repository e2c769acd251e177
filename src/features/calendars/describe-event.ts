import { createMessage } from '../../shared/message.js';
import { titleOf } from './event-title.js';
import type { OpenFeed } from './find-feed.js';
import type { CalendarEvent } from './load-events.js';

/** An event as programs get it. Whatever of this changes is a change of the event. */
export interface DescribedEvent {
  key: string;
  title: string;
  /** The hives of a task. Notes stay in the service: a link may be passed on. */
  description: string | null;
  location: string | null;
  category: string;
  day: string;
  startsAt: Date | null;
  alarmMinutes: number | null;
}

export function describeEvent(event: CalendarEvent, { language, alarmMinutes }: OpenFeed): DescribedEvent {
  const { key, kind, label, day, startsAt, apiary, hives } = event;
  const title = titleOf({ kind, label });
  return {
    key,
    title: toLine(typeof title === 'string' ? title : title.in(language)),
    description: hives ? toLine(createMessage('Hives: {hives}', { hives }).in(language)) : null,
    location: apiary === null ? null : toLine(apiary),
    category: kind,
    day,
    startsAt: startsAt === null ? null : new Date(startsAt),
    alarmMinutes,
  };
}

/** Some programs refuse a calendar in which a title has a line break, and the format has no other control characters. */
export const toLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
