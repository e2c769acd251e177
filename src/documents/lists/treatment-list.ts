// The treatments with the columns of the register, and the register itself as a table.
import type { Cell } from '../../formats/file-line.js';
import { texts } from '../../shared/texts.js';
import { COLUMNS } from '../register/columns.js';
import { REGISTER_TEXTS } from '../register/texts.js';
import { loadToday } from './keeper.js';
import { type Column, type List, text } from './list.js';

const FIELDS =
  'id apiaryId courseId startedOn productName dose doseText doseUnit supplier supplierAddress purchaseProof apiaryLabel beehiveLabel prescriber prescriberContact withdrawalDays endedOn plannedDays batchNumber expiryDate kind activeIngredient ingredients { name amount unit per } target method appliedBy status revision reason createdAt retainUntil keeper { legalName address registerNumber }';

const columnsOf: List['columnsOf'] = async (context) => {
  const todayOf = await loadToday(context);
  const ofRegister = COLUMNS.map(
    ({ key, title, value, type }): Column => ({
      key,
      heading: title,
      width: type === 'text' ? 20 : 18,
      value: (node, language) => toCell(value(node, language, todayOf(node)), type),
    }),
  );
  return [...ofRegister, ...KEEPER];
};
/** The keeper of the first day. */
const KEEPER = [
  text('keeper', 'Keeper', 'Titular', ({ keeper }) => keeper?.legalName),
  text('keeper_address', 'Keeper’s address', 'Dirección del titular', ({ keeper }) => keeper?.address),
  text(
    'keeper_register_number',
    'Keeper’s register number',
    'Número de registro del titular',
    ({ keeper }) => keeper?.registerNumber,
  ),
];
const toCell = (value: string | number | null, type: 'text' | 'day' | 'time'): Cell => {
  if (value === null || type === 'text') return value;
  return type === 'day' ? { day: String(value) } : { at: String(value) };
};

export const treatmentList: List = {
  name: 'treatments',
  title: texts('Treatments', 'Tratamientos'),
  description:
    'Treatments with the columns of the register, the latest first; voided ones only if `status` asks for them. The register itself is `/treatments/register/csv`.',
  document: `query ($apiary_id: ID, $beehive_id: ID, $status: [TreatmentStatus!], $from: LocalDate, $to: LocalDate, $page: Int, $cursor: String) {
    treatments(apiaryId: $apiary_id, beehiveId: $beehive_id, filter: { statuses: $status, from: $from, to: $to }, first: $page, after: $cursor) {
      nodes { ${FIELDS} }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  columns: [],
  columnsOf,
};

export const registerList: List = {
  name: 'register',
  title: { en: REGISTER_TEXTS.en.title, es: REGISTER_TEXTS.es.title },
  description: 'The current revision of every treatment, the oldest first.',
  document: `query ($apiary_id: ID, $from: LocalDate, $to: LocalDate, $page: Int, $cursor: String) {
    treatmentRegister(apiaryId: $apiary_id, filter: { from: $from, to: $to }, first: $page, after: $cursor) {
      nodes { ${FIELDS} }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  columns: [],
  columnsOf,
};
