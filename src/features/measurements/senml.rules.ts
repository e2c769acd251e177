// SenML (RFC 8428).
import { AppError } from '../../errors.js';
import { toSnakeCase } from '../../shared/text.js';
import { KINDS, MeasurementKind, MeasurementUnit } from './measurement.enums.js';
import {
  check,
  collect,
  type Defaults,
  findEnum,
  findUnit,
  HIVE,
  isRecord,
  type Json,
  MAX_READINGS,
  number,
  type ReadBody,
  type What,
  wrongType,
} from './reading-bodies.rules.js';

/** The units of SenML, of RFC 8428 and RFC 8798, that have another name here. */
const SENML_UNITS = new Map<string, MeasurementUnit>([
  ['Cel', MeasurementUnit.CELSIUS],
  ['%RH', MeasurementUnit.PERCENT],
  ['%EL', MeasurementUnit.PERCENT],
  ['/', MeasurementUnit.PERCENT],
]);
/** From this on, a time of SenML is absolute; below, it is relative to now. */
const SENML_ABSOLUTE = 2 ** 28;
const BASE_TYPES = { bver: 'number', bn: 'string', bt: 'number', bu: 'string', bv: 'number' };
const TYPES = { n: 'string', t: 'number', u: 'string', v: 'number' };
const SENML_VERSION = 10;

const findWrong = (record: Json, types: Record<string, string>): string | undefined =>
  Object.keys(types).find((name) => record[name] !== undefined && typeof record[name] !== types[name]);

export function readSenml(body: unknown, { beehiveId, now }: Defaults): ReadBody {
  if (!Array.isArray(body)) throw new AppError('BAD_USER_INPUT', 'The body must be a list of SenML records');
  // RFC 8428: a pack with a label that must be understood, or of a later version, is none that we understand. What a base field says, which holds
  // for what follows, is not guessed either.
  for (const [i, record] of body.slice(0, MAX_READINGS).entries()) {
    if (!isRecord(record)) throw AppError.badInput([{ field: `readings.${i}`, message: 'must be an object' }]);
    const wrong = findWrong(record, BASE_TYPES);
    if (wrong) throw AppError.badInput([{ field: `readings.${i}.${wrong}`, message: 'is of the wrong type' }]);
    const label = Object.keys(record).find((name) => name.endsWith('_'));
    const unknown = label ?? (Number(record.bver ?? 0) > SENML_VERSION ? 'bver' : undefined);
    if (unknown) throw AppError.badInput([{ field: `readings.${i}.${unknown}`, message: 'is not known' }]);
  }
  let base: Json = {};
  return collect(number(body as Json[]), (record) => {
    const wrong = findWrong(record, TYPES);
    base = { bn: record.bn ?? base.bn, bt: record.bt ?? base.bt, bu: record.bu ?? base.bu, bv: record.bv ?? base.bv };
    if (wrong) return wrongType(wrong);
    const { bn = '', bt = 0, bv = 0 } = base as { bn?: string; bt?: number; bv?: number };
    const { n = '', t = 0, u = base.bu, v } = record as { n?: string; t?: number; u?: string; v?: number };
    if (v === undefined && record.bv === undefined) return { field: 'v', message: 'is required' };
    const name = bn + n;
    const of = kindOfName(name.replace(HIVE, ''), u as string | undefined);
    if (!of) return { field: 'n', message: 'must end with what is measured, such as `weight`' };
    const time = bt + t;
    const measuredAt = new Date(Math.round((time < SENML_ABSOLUTE ? now.getTime() / 1000 + time : time) * 1000));
    // 1/1: a share, as %RH is not.
    const share = u === '/' && of.kind !== MeasurementKind.CUSTOM ? 100 : 1;
    return check({
      ...of,
      unit: of.unit,
      beehiveId: HIVE.exec(name)?.[0] ?? beehiveId,
      value: (bv + (v ?? 0)) * share,
      measuredAt,
    });
  });
}

/** @param name `weight`, `…:weight`, `…/brood_temperature` or `battery` */
function kindOfName(name: string, sent: string | undefined): What | undefined {
  const quantity = name
    .split(/[:/]/)
    .at(-1)!
    .replace(/^[-_. ]+/, '')
    .trim();
  if (quantity === '') return undefined;
  const kind = findEnum(MeasurementKind, toSnakeCase(quantity).replace(/[- ]/g, '_'));
  const unit = sent === undefined ? undefined : (SENML_UNITS.get(sent) ?? findUnit(sent));
  const isOther = sent !== undefined && (unit === undefined || !(kind && KINDS[kind].units.includes(unit)));
  // Another unit, such as volts of a battery, is not what the kind measures.
  if (kind === undefined || kind === MeasurementKind.CUSTOM || isOther)
    return { kind: MeasurementKind.CUSTOM, quantity, customUnit: sent };
  return { kind, unit };
}
