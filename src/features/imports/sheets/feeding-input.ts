// A row of a feeding: what was fed, and how much, by weight or by volume.
import { createMessage } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
import { FeedAmountInput, RecordFeedingInput } from '../../feedings/feedings.inputs.js';
import type { FeedKind } from '../../products/product.enums.js';
import { readFeed } from './amounts.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { isOpenNumber, readNumber } from './numbers.js';
import { make } from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { dayOf, notesOf, numberOf, type SheetRow, textOf, unitOf } from './row-values.js';

/** What words say of what is fed, without accents. */
const KINDS: readonly (readonly [kind: FeedKind, words: RegExp])[] = [
  [
    'SYRUP',
    /syrup|jarabes?\b|sirop|sirup|sciroppo|xarope|zuckerwasser|zuckerlosung|apiinvert|ambrosia|sugar ?water|agua con azucar|(?<![\d:])[1-3] ?: ?[12](?![\d:])/,
  ],
  // In Spanish, French and Italian, `candi` is a paste.
  ['FONDANT', /fondant|futterteig|apifonda|\bcandi\b|\bcandito\b/],
  ['CANDY', /\bcandy\b|(?:dry|hard) sugar|azucar (?:seca|seco|en grano)|trockenzucker|sucre sec|zucchero secco/],
  ['HONEY', /\b(?:honey|miel|honig|miele|mel)\b/],
  ['PROTEIN', /pollen|polen|polline|protei|patt(?:y|ies)\b/],
];
/** Ratios of sugar to water by weight. */
const SUGAR: Readonly<Record<string, string>> = { '1:1': '50', '3:2': '60', '2:1': '66.667' };
/** What says that it was not fed, or is mixed with something else. */
const NOT_FED =
  /\b(?:no|not|none|without|sin|sans|ohne|kein\w*|nicht|senza|sem|left|remain\w*|removed?|taken|returned|rest\w*|sobr\w*|retirad\w*|super|alza)\b/;
const MIXED = /water|agua|wasser|\beau\b|acqua|sugar|azucar|zucker|sucre|zucchero|acucar/;
const NOTHING =
  /^(?:0+(?:[.,]0+)?\s*\p{L}*|no|none|nothing|nada|ninguno|sin|nein|kein\w*|non|rien|aucun|niente|nao|n)$/u;

const kindsIn = (text: string): FeedKind[] => KINDS.flatMap(([kind, words]) => (words.test(fold(text)) ? [kind] : []));

/** @throws RowRefusal for what is not known, or may be several things */
export function feedingInput(row: SheetRow, beehiveId: string): RecordFeedingInput {
  const heading = (field: string): string => row.columns.find((one) => one.field === field)?.heading ?? '';
  const text = textOf(row, 'feed') ?? '';
  if (NOTHING.test(fold(text.trim())) || numberOf(row, 'feedAmount') === 0)
    throw new RowRefusal('feed', 'It says that nothing was fed');
  // `2` or `1.5 kg` under `Syrup (l)` is how much, and the heading says what.
  const isAmount = readNumber(text, '.') !== undefined && kindsIn(text).length === 0;
  const { number, unit } = amountOf(row, isAmount ? text : undefined, heading('feed'));
  const said = isAmount || text === '' ? `${heading('feed')} ${heading('feedAmount')}` : text;
  const kinds = kindsIn(said);
  const isMixed = kinds[0] === 'HONEY' && MIXED.test(fold(said));
  if (kinds.length !== 1 || isMixed || NOT_FED.test(fold(text)) || isOfSeveral(row))
    throw new RowRefusal(
      'feed',
      createMessage('It is not known what was fed: {value}', { value: said.trim().slice(0, 60) || '-' }),
    );
  const [ratio, ...others] = [...said.matchAll(/(?<![\d:.,])([1-3]) ?: ?([12])(?![\d:.,])/g)];
  const hasOneRatio = others.length === 0 && (said.match(/:/g) ?? []).length === 1;
  const amount = unit === 'GRAMS' ? { gramsPerHive: number } : { millilitresPerHive: number };
  // The words stay: they may say more than the kind.
  const notes = notesOf(row, [...(isAmount || text === '' ? [] : [{ heading: heading('feed'), text }]), ...row.extra]);
  return make(RecordFeedingInput, {
    beehiveIds: [beehiveId],
    fedOn: dayOf(row, 'date')!,
    kind: kinds[0]!,
    amount: make(FeedAmountInput, amount),
    ...(kinds[0] === 'SYRUP' && ratio && hasOneRatio && { sugarPercent: SUGAR[`${ratio[1]}:${ratio[2]}`] }),
    notes,
  });
}

/** Another column has another feed, or says that it was for several hives. */
const isOfSeveral = ({ extra }: SheetRow): boolean =>
  extra.some(
    ({ heading, text }) =>
      /[1-9]/.test(text) &&
      (kindsIn(heading).length > 0 || (isNamed(heading, FIELD_NAMES.hiveCount!) && text.trim() !== '1')),
  );

function amountOf(row: SheetRow, text: string | undefined, heading: string): { number: number; unit: string } {
  const stated = numberOf(row, 'feedAmount');
  if (stated !== undefined) return { number: stated, unit: unitOf(row, 'feedAmount')! };
  const read = text === undefined || isOpenNumber(text) ? undefined : readFeed(text, { heading }, text);
  if (read && 'value' in read) return read.value as { number: number; unit: string };
  throw new RowRefusal('feedAmount', read?.problem ?? 'It is not known how much was fed');
}
