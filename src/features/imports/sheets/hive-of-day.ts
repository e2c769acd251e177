// Which of the hives of a name a row is about: where they stood on its day decides.
import { createMessage } from '../../../messages/message.js';
import { RowRefusal } from './row-refusal.js';

export interface KnownHive {
  id: string;
  createdAt: Date;
  /** Whether this import creates it now. */
  isNew: boolean;
  /** Whether this import has created it, now or before. */
  isOwn: boolean;
  /** Whether its first day is only that of a row that named it, in this import or an earlier one. */
  isAssumed: boolean;
  endedOn: string | null;
}
export interface FoundHive extends KnownHive {
  apiaryId: string;
  /** Where it stood, the latest first. */
  placements: Placement[];
}
type Placement = [apiaryId: string | null, placedOn: string, leftOn: string | null];

const stoodIn = (apiaryId: string, day: string, { placements }: FoundHive): boolean =>
  placements.some(
    ([apiary, placedOn, leftOn]) => apiary === apiaryId && placedOn <= day && (leftOn === null || day <= leftOn),
  );
const hasStoodIn = (apiaryId: string, { placements }: FoundHive): boolean =>
  placements.some(([apiary]) => apiary === apiaryId);
const firstDayOf = ({ placements }: FoundHive): string => placements.at(-1)?.[1] ?? '';
/** Whether nobody has said when it came: then it has the day on which it was recorded. */
const isSinceRecorded = (hive: FoundHive): boolean =>
  Math.abs(Date.parse(firstDayOf(hive)) - hive.createdAt.getTime()) < 2 * 86_400_000;

/** When a hive has to be there: on a day, or today. */
export interface When {
  day: string | undefined;
  /** Whether a list of hives has it: then it may be a new one. */
  isListed: boolean;
}

/** @throws RowRefusal if a hive of the name was elsewhere on the day, came later, or has ended: which hive it was then is not known */
export function findHive(
  known: readonly FoundHive[],
  apiaryId: string,
  { day, isListed }: When,
): FoundHive | undefined {
  const isHere = (hive: FoundHive): boolean => hive.apiaryId === apiaryId && hive.endedOn === null;
  if (day === undefined) return known.find(isHere);
  const then = known.filter((hive) => hive.placements.length === 0 || stoodIn(apiaryId, day, hive));
  // On the day on which one follows another, the one that stays.
  if (then.length > 0) return then.find(isHere) ?? then.at(-1);
  const [next] = known
    .filter((hive) => day < firstDayOf(hive))
    .sort((a, b) => (firstDayOf(a) < firstDayOf(b) ? -1 : 1));
  const isOpen = (hive: FoundHive): boolean =>
    // One that a list has is another hive than one that it has with a later day.
    hive.isAssumed || (!isListed && (hive.isOwn || (hive.endedOn === null && isSinceRecorded(hive))));
  if (next && next.placements.at(-1)![0] === apiaryId && isOpen(next)) return next;
  if (next) {
    const text = createMessage('A hive of this name came on {day}, later than this', { day: firstDayOf(next) });
    if (!isListed) throw new RowRefusal('hive', text);
  }
  if (known.some((hive) => hive.endedOn === null && hasStoodIn(apiaryId, hive)))
    throw new RowRefusal('hive', 'A hive of this name was in another apiary on that day');
  const ended = known
    .flatMap(({ endedOn }) => endedOn ?? [])
    .sort()
    .at(-1);
  if (ended !== undefined && ended < day && !isListed)
    throw new RowRefusal(
      'hive',
      createMessage('The hive of this name ended on {day}: record the one after it first', { day: ended }),
    );
  return undefined;
}
