import { createMessage, type Message } from '../../messages/message.js';
import { WorklistKind } from '../worklist/worklist.enums.js';
import { titleOf } from './event-title.texts.js';
import type { CalendarEvent } from './events.queries.js';
import type { OpenFeed } from './feed.queries.js';

/** An event as programs get it. Whatever of this changes is a change of the event. */
export interface DescribedEvent {
  key: string;
  title: string;
  /** The hives, of a task or of several. Notes stay in the service: a link may be passed on. */
  description: string | null;
  location: string | null;
  category: string;
  day: string;
  startsAt: Date | null;
  alarmMinutes: number | null;
}

export function describeEvent(event: CalendarEvent, { language, alarmMinutes }: OpenFeed): DescribedEvent {
  const { key, kind, day, startsAt, apiary } = event;
  const title = titleOf(event);
  return {
    key,
    title: toLine(typeof title === 'string' ? title : title.in(language)),
    description: describeHives(event)?.in(language) ?? null,
    location: apiary === null ? null : toLine(apiary),
    category: kind,
    day,
    startsAt: startsAt === null ? null : new Date(startsAt),
    alarmMinutes,
  };
}

const MAX_LABELS = 100;
/** All of them together have so many: programs show a few lines, and a calendar has a thousand events. */
const MAX_CHARACTERS = 1000;
const byNumber = new Intl.Collator('en', { numeric: true });

/** The title names the only hive. */
function describeHives({ kind, count, hives }: CalendarEvent): Message | null {
  const labels = (hives ?? []).map(toLine).sort(byNumber.compare);
  const isListed = kind === WorklistKind.TASK ? labels.length > 0 : count > 1;
  if (!isListed) return null;
  const all = labels.slice(0, MAX_LABELS).join(', ');
  const listed = all.length > MAX_CHARACTERS ? all.slice(0, all.lastIndexOf(', ', MAX_CHARACTERS)) : all;
  const isWhole = listed === all && labels.length <= MAX_LABELS;
  return createMessage('Hives: {hives}', { hives: isWhole ? listed : `${listed} …` });
}

/** Some programs refuse a calendar in which a title has a line break, and the format has no other control characters. */
export const toLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
