// What a measurement must be: the same of people and of devices.
import { createMessage, type MessageText } from '../../messages/message.js';
import { tidyName } from '../../shared/text.js';
import { fromStored, KINDS, MeasurementKind, type MeasurementUnit, toStored, unitOf } from './measurement.enums.js';

export interface Measured {
  kind: MeasurementKind;
  value: number;
  unit?: MeasurementUnit | null | undefined;
  quantity?: string | null | undefined;
  customUnit?: string | null | undefined;
  /** Of people alone: the whole has twice the value. */
  isOneSide?: boolean | null | undefined;
}

/** What a value measures: a series of a hive. The unit of a custom kind belongs to it, because it cannot be converted. */
export interface Quantity {
  kind: MeasurementKind;
  quantity: string | null;
  customUnit: string | null;
}

interface Problem {
  field: string;
  message: MessageText;
}

/** What is wrong with what is measured, whatever its value. */
export function findQuantityProblem({
  kind,
  unit,
  quantity,
  customUnit,
}: Omit<Measured, 'value'>): Problem | undefined {
  if (kind === MeasurementKind.CUSTOM) {
    if (!tidyName(quantity ?? '')) return { field: 'quantity', message: 'is required' };
    return unit == null ? undefined : { field: 'unit', message: notWith(kind) };
  }
  if (quantity) return { field: 'quantity', message: notWith(kind) };
  if (customUnit) return { field: 'customUnit', message: notWith(kind) };
  const { units } = KINDS[kind];
  if (unit == null || units.includes(unit)) return undefined;
  return { field: 'unit', message: notOneOf(kind) };
}

export function findMeasuredProblem(measured: Measured): Problem | undefined {
  const problem = findQuantityProblem(measured);
  if (problem) return problem;
  const { kind, value, isOneSide } = measured;
  const { min, max } = KINDS[kind];
  const factor = isOneSide ? 2 : 1;
  const unit = measured.unit ?? unitOf(kind);
  const stored = toStored(value, unit) * factor;
  if (stored >= min && stored <= max) return undefined;
  const [least, most] = [min, max].map((one) => fromStored(one / factor, unit));
  return { field: 'value', message: createMessage('must be from {min} to {max}', { min: least!, max: most! }) };
}

/** The units of a kind. */
export const notOneOf = (kind: MeasurementKind): MessageText =>
  createMessage('must be one of {values}', { values: [...KINDS[kind].units] });

const notWith = (kind: MeasurementKind): MessageText =>
  createMessage('must not be combined with `{field}`', { field: `kind: ${kind}` });

export const quantityOf = ({ kind, quantity, customUnit }: Omit<Measured, 'value'>): Quantity => ({
  kind,
  quantity: tidyName(quantity ?? '') || null,
  customUnit: tidyName(customUnit ?? '') || null,
});
