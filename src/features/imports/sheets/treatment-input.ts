// A row of a treatment, with its end as far as the row says it.
import { createMessage, type MessageText } from '../../../messages/message.js';
import { addDays, dayAt } from '../../../shared/days.js';
import { RecordTreatmentInput } from '../../treatments/treatments.inputs.js';
import { AGAINST_VARROA } from './dictionary.js';
import { isNamed } from './headings.js';
import { OF_TREATMENTS, saysNotDone, saysTakenOut } from './medicines.js';
import { make } from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { dayOf, isUnread, notesOf, numberOf, type SheetRow, textOf } from './row-values.js';

/** A treatment that began longer ago does not stay active for want of a column. */
const MAX_OPEN_DAYS = 60;

const isOld = (day: string): boolean => day < addDays(dayAt(Date.now()), -MAX_OPEN_DAYS);

/** What of a row is stored without being written. */
export const assumedOf = (row: SheetRow): MessageText | undefined =>
  row.kind === 'TREATMENTS' &&
  isOld(dayOf(row, 'date') ?? '9') &&
  row.values.endDate === undefined &&
  row.values.plannedDays === undefined
    ? 'No end is written: the treatment is stored as one of that day'
    : undefined;

/** @throws RowRefusal if a row says that nothing was given, or that something was taken out */
function refuseUndone(row: SheetRow): void {
  const is = (names: readonly string[], says: (text: string) => boolean): boolean =>
    row.extra.some(({ heading, text }) => isNamed(heading, names) && says(text));
  const { done, amount, action } = OF_TREATMENTS;
  if (is(done!, saysNotDone) || is(amount!, isNothing) || isNothing(textOf(row, 'dose') ?? ''))
    throw new RowRefusal(undefined, 'It says that it was not done');
  const out = row.extra.find(({ heading, text }) => isNamed(heading, action!) && saysTakenOut(text))?.text;
  const text = '{value} is the end of a treatment: write it in a column of its own';
  if (out !== undefined) throw new RowRefusal(undefined, createMessage(text, { value: out.slice(0, 60) }));
}
/** `0`, `0 strips`. */
const isNothing = (text: string): boolean => /^0+(?:[.,]0+)?\s*\p{L}*$/u.test(text.trim());

/** @param before the end that the record has already */
export function treatmentInput(row: SheetRow, beehiveId: string, before?: string): RecordTreatmentInput {
  const startedOn = dayOf(row, 'date')!;
  const plannedDays = numberOf(row, 'plannedDays');
  const planned = plannedDays === undefined ? undefined : addDays(startedOn, plannedDays);
  // Without an end, the product was given on one day.
  const unread = ['endDate', 'plannedDays'].find((field) => isUnread(row, field));
  if (unread && isOld(startedOn) && dayOf(row, 'endDate') === undefined)
    throw new RowRefusal(unread, 'It is not known when the treatment ended');
  refuseUndone(row);
  const endedOn = dayOf(row, 'endDate') ?? before ?? (isOld(startedOn) ? (planned ?? startedOn) : undefined);
  if (endedOn !== undefined && endedOn < startedOn) throw new RowRefusal('endDate', 'It ends before it begins');
  const until = dayOf(row, 'withdrawalUntil');
  const days =
    until === undefined ? undefined : Math.round((Date.parse(until) - Date.parse(endedOn ?? startedOn)) / 86_400_000);
  return make(RecordTreatmentInput, {
    beehiveIds: [beehiveId],
    kind: textOf(row, 'reason') ?? (AGAINST_VARROA.test(textOf(row, 'product')!) ? 'Varroa' : '-'),
    target: textOf(row, 'reason'),
    productName: textOf(row, 'product')!,
    activeIngredient: textOf(row, 'activeIngredient'),
    method: textOf(row, 'method'),
    doseText: textOf(row, 'dose'),
    startedOn,
    endedOn,
    plannedDays,
    withdrawalDays: numberOf(row, 'withdrawalDays') ?? (days === undefined ? undefined : Math.max(0, days)),
    batchNumber: textOf(row, 'batch'),
    supplier: textOf(row, 'supplier'),
    appliedBy: textOf(row, 'appliedBy'),
    prescriber: textOf(row, 'prescriber'),
    finalResult: notesOf(row),
  });
}
