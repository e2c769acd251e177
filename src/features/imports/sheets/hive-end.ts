// Whether and when a hive of a list, or of a visit, has ended.
import { fold } from '../../../shared/text.js';
import { EndCause } from '../../beehives/end-cause.enums.js';
import type { RecordLossInput } from '../../colonies/colony.inputs.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { RowRefusal } from './row-refusal.js';
import { dayOf, flagOf, isUnread, type SheetRow, textOf } from './row-values.js';
import { readCause, readYesNo, saysNoQueen } from './value-words.js';

/** What a status says of a living colony, although a colony may end of it. */
const LIVING_CAUSES: ReadonlySet<EndCause> = new Set([EndCause.MITES, EndCause.QUEEN_LOST]);
const QUEEN = /\b(?:queen|reina|konigin|reine|regina|rainha)\b/;

/** `Dead`, `Sold to a neighbour`, `Muerta (enero)`: the first words say it. */
function causeIn(status: string | undefined): EndCause | null {
  const text = fold(status ?? '').trim();
  const [, two, one] = /^((\p{L}+)(?:[ -]\p{L}+)?)/u.exec(text) ?? [];
  const cause = readCause(text) ?? (QUEEN.test(text) ? null : (readCause(two ?? null) ?? readCause(one ?? null)));
  return cause !== null && LIVING_CAUSES.has(cause) ? null : cause;
}

/** In a list of queens, what says that one no longer reigns, or that her hive has ended. */
export function findEnd(row: SheetRow): string | undefined {
  const alive = row.extra.find(
    ({ heading, text }) => isNamed(heading, FIELD_NAMES.isAlive!) && readYesNo(text) === false,
  );
  const states = [textOf(row, 'hiveStatus'), textOf(row, 'healthStatus')].filter((text) => text !== undefined);
  return (
    alive?.text ?? states.find((text) => causeIn(text) !== null || saysNoQueen(text) || SUPERSEDED.test(fold(text)))
  );
}
const SUPERSEDED =
  /^(?:superseded|replaced|removed|missing|culled|reemplazada|retirada|sustituida|ersetzt|entfernt|fehlt|remplacee|retiree|sostituita|rimossa|substituida)\b/;

const ENDS = ['endedOn', 'endCause', 'isAlive'];

/**
 * When and why a hive has ended, as its status, the cause, or the day says; that of an inspection, on its day.
 * @throws RowRefusal if it is not known whether, or on which day
 */
export function endOf(row: SheetRow): Pick<RecordLossInput, 'cause' | 'lostOn'> | undefined {
  const endedOn = dayOf(row, 'endedOn') ?? dayOf(row, 'date');
  const [cause, isStated] = [textOf(row, 'endCause') as EndCause | undefined, dayOf(row, 'endedOn') !== undefined];
  const status = causeIn(textOf(row, 'hiveStatus')) ?? causeIn(textOf(row, 'healthStatus'));
  const unread = isStated ? undefined : ENDS.find((field) => isUnread(row, field));
  if (unread !== undefined) throw new RowRefusal(unread, 'It is not known whether the hive has ended');
  if (!isStated && cause === undefined && status === null && flagOf(row, 'isAlive') !== false) return undefined;
  if (endedOn === undefined)
    throw new RowRefusal('hiveStatus', 'It says that the hive has ended, and no column says on which day');
  const known = cause ?? status ?? EndCause.UNKNOWN;
  // With which hive it was united, the list does not say.
  return { cause: known === EndCause.UNITED ? EndCause.OTHER : known, lostOn: endedOn };
}
