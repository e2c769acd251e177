// Frames that go from one hive to another. How many a hive had on a past day is calculated back from those that it has: a split that is
// recorded late takes none that came, or left with another split, after its day (docs/colonies.md).
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import { MAX_FRAMES } from '../beehives/beehive.entity.js';
import { ColonyEvent, ColonyEventKind } from './colony-event.entity.js';

export interface Frames {
  foodFrames: number;
  broodFrames: number;
}
const FRAMES = ['foodFrames', 'broodFrames'] as const;
type FrameName = (typeof FRAMES)[number];

type FrameEvent = Pick<Row<ColonyEvent>, FrameName | 'kind' | 'occurredOn'>;
const isDeparture = ({ kind }: FrameEvent): boolean =>
  kind === ColonyEventKind.SPLIT_INTO || kind === ColonyEventKind.UNITED_INTO;

/** The events of a hive since a day, the latest first. Of one day, frames are taken to come before others leave. */
async function readEvents({ access }: Context, { id }: Beehive, since: string): Promise<FrameEvent[]> {
  const where = { beehive: id, occurredOn: { $gte: since } };
  const { nodes } = await access.list(ColonyEvent, { where, order: { occurredOn: 'desc' } });
  return nodes.toSorted(
    (a, b) => b.occurredOn.localeCompare(a.occurredOn) || Number(isDeparture(b)) - Number(isDeparture(a)),
  );
}

interface History {
  /** How many were left when some had left, the latest first. */
  departures: { day: string; left: number }[];
  /** How many there were before all events. */
  before: number;
}

function readBack(now: number, events: readonly FrameEvent[], name: FrameName): History {
  const departures: History['departures'] = [];
  let count = now;
  for (const event of events) {
    const isLeaving = isDeparture(event);
    if (isLeaving && event[name] > 0) departures.push({ day: event.occurredOn, left: count });
    count += isLeaving ? event[name] : -event[name];
  }
  return { departures, before: count };
}

/**
 * Takes frames that leave a hive on a day. A number that is not known has no frames to give.
 * @param prefix of the frames in the input of the operation
 * @throws CONFLICT (INSUFFICIENT_FRAMES)
 */
export async function takeFrames(
  context: Context,
  from: Beehive,
  frames: Frames,
  day: string,
  prefix = '',
): Promise<void> {
  const isTaken = FRAMES.some((name) => frames[name] > 0);
  const events = isTaken ? (await readEvents(context, from, day)).filter(({ occurredOn }) => occurredOn > day) : [];
  take(
    from,
    frames,
    (name) => {
      const { departures, before } = readBack(from[name] ?? 0, events, name);
      return Math.min(before, ...departures.map(({ left }) => left));
    },
    prefix,
  );
}

/**
 * Takes frames back that came on a day, unless they have left the hive since. What is not counted any more cannot be missing.
 * @throws CONFLICT (INSUFFICIENT_FRAMES)
 */
export async function takeBackFrames(context: Context, from: Beehive, frames: Frames, day: string): Promise<void> {
  const events = await readEvents(context, from, day);
  const isCounted = (name: FrameName): boolean => from[name] !== null;
  const counted = {
    foodFrames: isCounted('foodFrames') ? frames.foodFrames : 0,
    broodFrames: isCounted('broodFrames') ? frames.broodFrames : 0,
  };
  take(from, counted, (name) =>
    Math.min(...readBack(from[name] ?? 0, events, name).departures.map(({ left }) => left)),
  );
}

/** @param leastOf the least number that there was since the day on which the frames leave */
function take(from: Beehive, frames: Frames, leastOf: (name: FrameName) => number, prefix = ''): void {
  const problems = FRAMES.filter((name) => frames[name] > 0).flatMap((name) => {
    const max = Math.max(0, Math.min(from[name] ?? 0, leastOf(name)));
    const message = createMessage('must be at most {max}', { max });
    return frames[name] > max ? [{ field: `${prefix}${name}`, message, available: max }] : [];
  });
  if (problems.length > 0) {
    const reason = 'INSUFFICIENT_FRAMES';
    throw new AppError('CONFLICT', 'The hive does not have so many frames', { reason, fields: problems });
  }
  for (const name of FRAMES) if (frames[name] > 0) from[name]! -= frames[name];
}

/**
 * The last day on which frames that came to a hive can have come: some of them may have left it again. Undefined for any day.
 * @param since the day on which they came, as far as is recorded
 */
export async function findDayOfNeed(
  context: Context,
  to: Beehive,
  frames: Frames,
  since: string,
): Promise<string | undefined> {
  const events = await readEvents(context, to, since);
  const days = FRAMES.flatMap((name) => {
    const now = to[name];
    if (now === null || frames[name] === 0) return [];
    const { departures } = readBack(now, events, name);
    return departures.filter(({ left }) => left < frames[name]).map(({ day }) => day);
  });
  return days.sort()[0];
}

/** A number that is not known stays unknown. @throws CONFLICT (TOO_MANY_FRAMES) */
export function addFrames(to: Beehive, frames: Frames): void {
  for (const name of FRAMES) {
    const before = to[name];
    if (before === null || frames[name] === 0) continue;
    if (before + frames[name] > MAX_FRAMES) {
      const message = createMessage('The hive would have more than {max} frames', { max: MAX_FRAMES });
      throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_FRAMES' });
    }
    to[name] = before + frames[name];
  }
}
