// The columns of the register of treatments as a table, with what art. 108 (2) of Regulation (EU) 2019/6 demands first, by its letters. A page
// has several of them in one (layout.ts).
import type { Row } from '../../database/row.js';
import type { Treatment } from '../../entities.js';
import { isFromArchive } from '../../features/treatments/archived-treatment.rules.js';
import { amountGiven } from '../../features/treatments/ingredient-totals.queries.js';
import { TreatmentStatus } from '../../features/treatments/treatment-status.enums.js';
import { addDays } from '../../shared/days.js';
import type { Language } from '../../shared/language.js';
import { normalizeWord } from '../../shared/text.js';
import { REGISTER_TEXTS } from './texts.js';

type Cell = string | number | null;
export interface RegisterColumn {
  key: string;
  title: Record<Language, string>;
  /** @param today where the treatment was applied */
  value: (row: Row<Treatment>, language: Language, today: string) => Cell;
  /** How a spreadsheet shows it. */
  type: 'text' | 'day' | 'time';
}

/** The last day of the withdrawal period, if the end of the treatment is known: that of an active one does not begin before today. */
function withdrawalUntil(
  { status, endedOn, startedOn, plannedDays, withdrawalDays }: Row<Treatment>,
  _: Language,
  today: string,
): string | null {
  const end = endedOn ?? (plannedDays === null ? null : addDays(startedOn, plannedDays));
  if (end === null || withdrawalDays === null) return null;
  return addDays(status === TreatmentStatus.ACTIVE && end < today ? today : end, withdrawalDays);
}

const STATUS_NAMES: Record<TreatmentStatus, Record<Language, string>> = {
  [TreatmentStatus.ACTIVE]: { es: 'En curso', en: 'Active' },
  [TreatmentStatus.COMPLETED]: { es: 'Terminado', en: 'Completed' },
  [TreatmentStatus.VOIDED]: { es: 'ANULADO', en: 'VOIDED' },
};

/** PostgreSQL sends a dose as number or text; trailing zeros say nothing. */
const doseOf = ({ dose, doseText, doseUnit }: Row<Treatment>): Cell => {
  const amount = doseText || (dose === null ? null : String(Number(dose)));
  if (amount === null || doseUnit === null || namesUnit(amount, doseUnit)) return amount;
  return `${amount} ${doseUnit}`;
};

/** What the hive got of each ingredient, if the dose is in the unit of the product. */
function ingredientsOf({ ingredients, dose, doseUnit }: Row<Treatment>, language: Language): Cell {
  if (!ingredients || dose === null) return null;
  const given = ingredients.flatMap(({ name, amount, unit, per }) => {
    if (normalizeWord(per) !== normalizeWord(doseUnit ?? '')) return [];
    const [total, symbol] = amountGiven(Number(dose), Number(amount), unit);
    return `${name} ${total.toLocaleString(language, { maximumFractionDigits: 6, useGrouping: false })} ${symbol}`;
  });
  return given.length > 0 ? given.join('; ') : null;
}

/** Whether a text such as `2 tiras` ends with the unit. */
function namesUnit(text: string, unit: string): boolean {
  const [whole, end] = [text.trim().toLowerCase(), unit.trim().toLowerCase()];
  return whole.endsWith(end) && !/\p{L}$/u.test(whole.slice(0, whole.length - end.length));
}

const column = (
  key: string,
  es: string,
  en: string,
  value: RegisterColumn['value'],
  { type = 'text' }: Partial<Pick<RegisterColumn, 'type'>> = {},
): RegisterColumn => ({ key, title: { es, en }, value, type });

const DAY = { type: 'day' } as const;

export const COLUMNS: RegisterColumn[] = [
  column('started_on', '(a) Primer día', '(a) First day', ({ startedOn }) => startedOn, DAY),
  column('product_name', '(b) Producto', '(b) Product', ({ productName }) => productName),
  column('dose', '(c) Cantidad', '(c) Quantity', doseOf),
  column('supplier', '(d) Proveedor', '(d) Supplier', ({ supplier }) => supplier),
  column(
    'supplier_address',
    '(d) Dirección del proveedor',
    '(d) Supplier’s address',
    ({ supplierAddress }) => supplierAddress,
  ),
  column('purchase_proof', '(e) Comprobante de compra', '(e) Proof of purchase', ({ purchaseProof }) => purchaseProof),
  column('apiary', '(f) Apiario', '(f) Apiary', ({ apiaryLabel }) => apiaryLabel),
  column('hive', '(f) Colmena', '(f) Hive', ({ beehiveLabel }) => beehiveLabel),
  column('prescriber', '(g) Veterinario', '(g) Veterinarian', ({ prescriber }) => prescriber),
  column(
    'prescriber_contact',
    '(g) Contacto del veterinario',
    '(g) Veterinarian’s contact',
    ({ prescriberContact }) => prescriberContact,
  ),
  column(
    'withdrawal_days',
    '(h) Tiempo de espera, días',
    '(h) Withdrawal period, days',
    ({ withdrawalDays }) => withdrawalDays,
  ),
  column('withdrawal_until', '(h) Espera hasta', '(h) Withdrawal until', withdrawalUntil, DAY),
  column('ended_on', '(i) Último día', '(i) Last day', ({ endedOn }) => endedOn, DAY),
  column('planned_days', '(i) Duración prevista, días', '(i) Planned duration, days', ({ plannedDays }) => plannedDays),
  column('batch_number', 'Lote', 'Batch', ({ batchNumber }) => batchNumber),
  column('expiry_date', 'Caducidad', 'Expiry date', ({ expiryDate }) => expiryDate, DAY),
  column('kind', 'Tipo', 'Kind', ({ kind }) => kind),
  column('active_ingredient', 'Principio activo', 'Active ingredient', ({ activeIngredient }) => activeIngredient),
  column('ingredients', 'Principio activo, cantidad', 'Active ingredient, amount', ingredientsOf),
  column('target', 'Enfermedad', 'Disease', ({ target }) => target),
  column('method', 'Método', 'Method', ({ method }) => method),
  column('applied_by', 'Aplicado por', 'Applied by', ({ appliedBy }) => appliedBy),
  column('status', 'Estado', 'Status', ({ status }, language) => STATUS_NAMES[status as TreatmentStatus][language]),
  column('revision', 'Versión', 'Revision', ({ revision }) => revision),
  column('reason', 'Motivo de la corrección', 'Reason for the correction', ({ reason }) => reason),
  column('recorded_at', 'Registrado', 'Recorded', ({ createdAt }) => String(createdAt), { type: 'time' }),
  column('origin', 'Procedencia', 'Origin', (row, language) =>
    isFromArchive(row) ? REGISTER_TEXTS[language].archived : null,
  ),
  column('retain_until', 'Conservar hasta', 'Keep until', ({ retainUntil }) => retainUntil, DAY),
  column('id', 'Registro', 'Record', ({ id }) => id),
];
