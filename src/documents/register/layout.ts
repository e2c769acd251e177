// What a page of the register says: a column for each letter of art. 108 (2) and one for the batch; what else is recorded is on a line below.
import type { Row } from '../../database/row.js';
import type { Treatment } from '../../entities.js';
import { MOBILITIES } from '../../features/apiaries/mobilities.texts.js';
import { describeKeeper } from '../../features/keepers/keeper-of-day.queries.js';
import type { RegisterGroup, RegisterSection } from '../../features/treatments/register.queries.js';
import { TreatmentStatus } from '../../features/treatments/treatment-status.enums.js';
import { nameCountry } from '../../shared/country.js';
import type { Language } from '../../shared/language.js';
import { describeDays } from '../days-of-query.js';
import { COLUMNS } from './columns.js';
import { REGISTER_TEXTS, type RegisterTexts } from './texts.js';

type Record = Row<Treatment>;
interface PrintedColumn {
  heading: { [language in Language]: string };
  /** Its share of the width of a page. */
  weight: number;
  /** Lines of the cell; none if nothing is stated. */
  lines: (row: Record, t: RegisterTexts, value: ValueOf) => (string | false | null)[];
}
/** The value of a column of the table. */
type ValueOf = (key: string) => string;

const column = (weight: number, es: string, en: string, lines: PrintedColumn['lines']): PrintedColumn => ({
  heading: { es, en },
  weight,
  lines,
});

const isVoided = ({ status }: Record): boolean => status === TreatmentStatus.VOIDED;

export const PRINTED: PrintedColumn[] = [
  column(9.5, '(a) Primer día', '(a) First day', (row, t) => [
    row.startedOn,
    row.revision > 1 && `${t.revision} ${row.revision}`,
  ]),
  column(15, '(b) Medicamento', '(b) Product', ({ productName }) => [productName]),
  column(9, '(c) Cantidad', '(c) Quantity', (_row, _t, value) => [value('dose')]),
  column(14, '(d) Proveedor y dirección', '(d) Supplier, address', ({ supplier, supplierAddress }) => [
    supplier,
    supplierAddress,
  ]),
  column(10, '(e) Prueba de compra', '(e) Evidence of acquisition', ({ purchaseProof }) => [purchaseProof]),
  column(8, '(f) Animales: colmena', '(f) Animals: hive', ({ beehiveLabel }, t) => [`${t.hive} ${beehiveLabel}`]),
  column(13, '(g) Veterinario y contacto', '(g) Veterinarian, contact', ({ prescriber, prescriberContact }) => [
    prescriber,
    prescriberContact,
  ]),
  column(10, '(h) Tiempo de espera', '(h) Withdrawal period', ({ withdrawalDays }, t, value) => [
    withdrawalDays !== null && t.daysOf(withdrawalDays),
    value('withdrawal_until') !== '' && `${t.until} ${value('withdrawal_until')}`,
  ]),
  column(10, '(i) Duración', '(i) Duration', ({ endedOn, plannedDays }, t) => [
    endedOn !== null && `${t.until} ${endedOn}`,
    plannedDays !== null && t.plannedOf(plannedDays),
  ]),
  column(10, 'Lote y caducidad', 'Batch, expiry', ({ batchNumber, expiryDate }, t) => [
    batchNumber,
    expiryDate !== null && `${t.expires} ${expiryDate}`,
  ]),
];

/** What is on the line below, by the keys of the table. */
const BELOW = ['status', 'revision', 'reason', 'kind', 'target', 'active_ingredient', 'method', 'applied_by'] as const;
const BOOKED = ['recorded_at', 'origin', 'retain_until', 'id'] as const;
const TABLE = new Map(COLUMNS.map((one) => [one.key, one]));

export interface PrintedRow {
  /** One for each column. */
  cells: string[];
  /** What else is recorded, each with what it is. */
  below: [label: string, text: string][];
  isVoided: boolean;
}

/** @param apiary the name of its group, which an apiary may not have had then @param today where it was applied */
export function printRow(row: Record, language: Language, today: string, apiary: string | undefined): PrintedRow {
  const t = REGISTER_TEXTS[language];
  const value = (key: string): string => String(TABLE.get(key)!.value(row, language, today) ?? '');
  const cells = PRINTED.map(
    ({ lines }) =>
      lines(row, t, value)
        .flatMap((line) => (typeof line === 'string' && line.trim() !== '' ? [line.trim()] : []))
        .join('\n') || t.notStated,
  );
  const texts = (keys: readonly string[]): [string, string][] =>
    keys
      .filter((key) => key !== 'revision' || row.revision > 1)
      .map((key) => [TABLE.get(key)!.title[language], key === 'recorded_at' ? timeOf(row) : value(key)]);
  const renamed: [string, string][] = [[t.applied, row.apiaryLabel === apiary ? '' : (row.apiaryLabel ?? '')]];
  const below = [...texts(BELOW), ...renamed, ...texts(BOOKED)].filter(([, text]) => text.trim() !== '');
  return { cells, below, isVoided: isVoided(row) };
}

const timeOf = ({ createdAt }: Record): string =>
  `${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export interface Heading {
  title: string;
  lines: string[];
}

/** @param account what the account is called now, for days of which no keeper was recorded; undefined for members, who see no keeper */
export function headSection(
  { keeper, isFormer, isFromArchive, from, to }: RegisterSection,
  account: string | undefined,
  language: Language,
): Heading | undefined {
  if (account === undefined) return undefined;
  const t = REGISTER_TEXTS[language];
  const who = isFormer ? `${t.former}${isFromArchive ? `, ${t.archived}` : ''}` : t.keeper;
  const days = describeDays({ from, to }, t);
  const period = isFormer ? (isFromArchive ? [] : [t.formerNote]) : [`${t.days}: ${days || t.always}`];
  if (!keeper || keeper.legalName === null)
    return {
      title: `${who}: ${t.notRecorded}`,
      lines: [...(isFormer ? [] : [`${t.account}: ${account}`]), ...period],
    };
  const [name, ...lines] = describeKeeper({ ...keeper, legalName: keeper.legalName }, language);
  return { title: `${who}: ${name}`, lines: [...lines, ...period] };
}

/**
 * @param showsPosition whether the reader is the owner: hives are stolen, so that nobody else sees where they are, nor does who has a link, or
 *   a token that does not change apiaries
 */
export function headGroup({ apiary, label, rows }: RegisterGroup, showsPosition: boolean, language: Language): Heading {
  const t = REGISTER_TEXTS[language];
  const counted = `${t.treatments}: ${rows}`;
  if (!apiary) return { title: label === null ? t.noApiary : `${t.apiary}: ${label} (${t.gone})`, lines: [counted] };
  const { name, registerNumber, mobility, municipality, country, latitude, longitude } = apiary;
  const isPlaced = showsPosition && latitude !== null && longitude !== null;
  const facts = [
    registerNumber && `${t.registerNumber}: ${registerNumber}`,
    mobility && `${t.mobility}: ${MOBILITIES[mobility]![language]}`,
    municipality && `${t.municipality}: ${municipality}`,
    country && `${t.country}: ${nameCountry(country, language)}`,
    isPlaced && `${t.position}: ${Number(latitude).toFixed(5)}, ${Number(longitude).toFixed(5)}`,
    counted,
  ];
  return { title: `${t.apiary}: ${name}`, lines: [facts.filter(Boolean).join(' · ')] };
}
