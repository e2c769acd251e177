// Whether and when a hive of a list, or of a visit, has ended.
import { fold } from '../../../shared/text.js';
import { EndCause } from '../../beehives/end-cause.enums.js';
import type { RecordLossInput } from '../../colonies/colony.inputs.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { RowRefusal } from './row-refusal.js';
import { dayOf, flagOf, isUnread, type SheetRow, textOf } from './row-values.js';
import { isPeriod } from './sheet-name.js';
import { splitNames } from './split-names.js';
import { readCause, readYesNo, saysNoQueen } from './value-words.js';

/** What a status says of a living colony, although a colony may end of it. */
const LIVING_CAUSES: ReadonlySet<EndCause> = new Set([EndCause.MITES, EndCause.QUEEN_LOST]);
const QUEEN = /\b(?:queens?|reinas?|konigin|weisel|reine|regina|rainha)\b/;

/** Words of death alone: what they are followed by may be its cause. */
const DEATH =
  /^(?:dead|died|perished|muert[oa]|murio|fallecid[oa]|tot|eingegangen|gestorben|abgestorben|verstorben|morte|creve|crevee|mort[oa]|decedut[oa]|morreu)\b/;
const BY = /^(?:of|from|by|due|de|por|an|durch|wegen|par|di|da|per)\s+\p{L}/u;
/** To whom, or with which hive: a digit, or a name. */
const TO = /^(?:in)?(?:to|with|a|al|con|mit|an|in|zu|avec|com|par)\s+(?=\p{L}|[#\d])/u;
const THINGS =
  /\b(?:frames?|combs?|supers?|box(?:es)?|brood|heather|honey|alzas?|cuadros?|marcos?|cajones|miel|brezo|waben?|zargen?|honigraum|heide|hausses?|cadres?|melari[oi]?|telaini|alcas?|quadros?)\b/;
/** When: a month, a season, a year or a day, and what stands before those. */
const BEFORE_TIME =
  /^(?:(?:in|on|over|during|since|last|this|early|late|mid|the|by|of|en|el|la|del|este|durante|desde|im|am|an|uber|seit|ende|anfang|mitte|au|le|dans|pendant|depuis|nel|nell|il|durante|no|na|em|desde)\b\W*){0,3}/;
const TIME = /^(?:(?:19|20)\d\d\b|\d{1,2}[./-]\d|\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+|of\s+)?(?=\p{L}))?\s*(\p{L}*)/u;

function isTime(rest: string): boolean {
  const [found = '', word = ''] = TIME.exec(rest.replace(BEFORE_TIME, '')) ?? [];
  return /^(?:19|20)\d\d|^\d{1,2}[./-]\d/.test(found) || (word !== '' && isPeriod(word));
}

/** @returns why the hive has ended, `OPEN` for a text that begins as such, and does not say that the hive has */
function causeIn(status: string | undefined): EndCause | 'OPEN' | null {
  const text = fold(status ?? '').trim();
  const whole = readCause(text.replace(/[.!]$/, ''));
  if (whole !== null) return LIVING_CAUSES.has(whole) ? null : whole;
  const [, two, one] = /^((\p{L}+)(?:[ -]\p{L}+)?)/u.exec(text) ?? [];
  const first = readCause(two ?? null) === null ? one : two;
  const cause = readCause(first ?? null);
  if (cause === null || LIVING_CAUSES.has(cause) || QUEEN.test(text)) return null;
  const rest = text.slice(first!.length).trim();
  const isGiven = cause === EndCause.SOLD || cause === EndCause.UNITED;
  const isEnd =
    /^[-–—,:;([]/.test(rest) ||
    isTime(rest) ||
    (DEATH.test(text) && BY.test(rest)) ||
    (isGiven && TO.test(rest) && !THINGS.test(rest));
  return isEnd ? cause : 'OPEN';
}

/** What is said of the state of a hive, of its health, or alone of its bees or in its notes. */
function statedCause(row: SheetRow): EndCause | null {
  const state = causeIn(textOf(row, 'hiveStatus'));
  if (state === 'OPEN') throw new RowRefusal('hiveStatus', 'It is not known whether the hive has ended');
  const health = causeIn(textOf(row, 'healthStatus'));
  if (state !== null || (health !== null && health !== 'OPEN')) return state ?? (health as EndCause);
  return BESIDE.some((field) => saysDeath(textOf(row, field))) ? EndCause.UNKNOWN : null;
}
const BESIDE = ['beePopulation', 'activityLevel', 'notes'];
const DEATH_ALONE = new RegExp(`(?:${DEATH.source}|^dead[ -]?outs?)[.!]*$`);

const saysDeath = (text: string | undefined): boolean => DEATH_ALONE.test(fold(text ?? '').trim());

/** In a list of queens, what says that one no longer reigns, or that her hive has ended. */
export function findEnd(row: SheetRow): string | undefined {
  const alive = row.extra.find(
    ({ heading, text }) => isNamed(heading, FIELD_NAMES.isAlive!) && readYesNo(text) === false,
  );
  const fates = row.extra.filter(({ heading }) => isNamed(heading, FATES)).map(({ text }) => text);
  const states = [textOf(row, 'hiveStatus'), textOf(row, 'healthStatus'), ...fates].filter(
    (text) => text !== undefined,
  );
  return (
    alive?.text ??
    states.find((text) => causeIn(text) !== null || saysNoQueen(text) || SUPERSEDED.test(fold(text))) ??
    (saysDeath(textOf(row, 'notes')) ? textOf(row, 'notes') : undefined)
  );
}
const SUPERSEDED =
  /^(?:swarmed|killed|enjambr\w*|umgeweiselt|geschwarmt|essaimee|sciamata|enxameou|matada|getotet|tuee|uccisa|superseded|replaced|removed|missing|culled|reemplazada|retirada|sustituida|ersetzt|entfernt|fehlt|remplacee|retiree|sostituita|rimossa|substituida)\b/;

const FATES = splitNames({
  all: ['fate, outcome, end', 'destino, motivo, fin', 'verbleib, abgang', 'sort, devenir', 'esito', 'destino final'],
}).all!;

const ENDS = ['endedOn', 'endCause', 'isAlive'];

/** `Sold: no`. */
const saysNo = ({ columns, remarks }: SheetRow, field: string): boolean =>
  columns.some(
    (one) =>
      one.field === field && remarks.some(({ column, value }) => column === one.column && readYesNo(value!) === false),
  );

/**
 * When and why a hive has ended, as its status, the cause, or the day says; that of an inspection, on its day.
 * @throws RowRefusal if it is not known whether, or on which day
 */
export function endOf(row: SheetRow): Pick<RecordLossInput, 'cause' | 'lostOn'> | undefined {
  const endedOn = dayOf(row, 'endedOn') ?? dayOf(row, 'date');
  const [cause, isStated] = [textOf(row, 'endCause') as EndCause | undefined, dayOf(row, 'endedOn') !== undefined];
  const status = statedCause(row);
  const unread = isStated ? undefined : ENDS.find((field) => isUnread(row, field) && !saysNo(row, field));
  if (unread !== undefined) throw new RowRefusal(unread, 'It is not known whether the hive has ended');
  if (!isStated && cause === undefined && status === null && flagOf(row, 'isAlive') !== false) return undefined;
  if (endedOn === undefined)
    throw new RowRefusal('hiveStatus', 'It says that the hive has ended, and no column says on which day');
  const known = cause ?? status ?? EndCause.UNKNOWN;
  // With which hive it was united, the list does not say.
  return { cause: known === EndCause.UNITED ? EndCause.OTHER : known, lostOn: endedOn };
}
