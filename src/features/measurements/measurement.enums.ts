// The kinds of measurements, and their units. What converts, checks and stores values follows from the two tables.
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const MeasurementKind = defineEnum('MeasurementKind', 'What is measured at a hive, by a person or a device.', {
  WEIGHT: 'The weight of the whole hive.',
  TEMPERATURE: 'The temperature outside, or at the scale.',
  BROOD_TEMPERATURE: 'The temperature in the brood nest.',
  HUMIDITY: 'The relative humidity.',
  SOUND: 'The level of the sound in the hive.',
  BATTERY: 'What is left in the battery of the device.',
  CUSTOM: 'Anything else: the quantity says what, and its own unit in which.',
});
export type MeasurementKind = EnumOf<typeof MeasurementKind>;

export const MeasurementUnit = defineEnum('MeasurementUnit', 'The unit of a measurement.', {
  KILOGRAMS: 'Kilograms: those in which weights are stored.',
  GRAMS: 'Grams.',
  POUNDS: 'Avoirdupois pounds of 0.45359237 kg.',
  CELSIUS: 'Degrees Celsius: those in which temperatures are stored.',
  FAHRENHEIT: 'Degrees Fahrenheit.',
  KELVIN: 'Kelvin.',
  PERCENT: 'Percent.',
  DECIBELS: 'Decibels.',
});
export type MeasurementUnit = EnumOf<typeof MeasurementUnit>;

const { KILOGRAMS, GRAMS, POUNDS, CELSIUS, FAHRENHEIT, KELVIN, PERCENT, DECIBELS } = MeasurementUnit;

/** A value in the unit of a kind is `(value + offset) × factor / divisor`, each exact. */
interface Conversion {
  offset?: string;
  factor: string;
  divisor?: string;
}
const AS_IT_IS: Conversion = { factor: '1' };
const CONVERSIONS: Record<MeasurementUnit, Conversion> = {
  KILOGRAMS: AS_IT_IS,
  GRAMS: { factor: '1', divisor: '1000' },
  POUNDS: { factor: '0.45359237' },
  CELSIUS: AS_IT_IS,
  FAHRENHEIT: { offset: '-32', factor: '5', divisor: '9' },
  KELVIN: { offset: '-273.15', factor: '1' },
  PERCENT: AS_IT_IS,
  DECIBELS: AS_IT_IS,
};

interface KindRule {
  /** The first one is that in which values are stored. A custom kind has none. */
  units: readonly MeasurementUnit[];
  /** What a sensor can measure, in the unit in which it is stored: what is beyond is a fault, such as −999 of a sensor that is not there. */
  min: number;
  max: number;
}
const OF_TEMPERATURE: KindRule = { units: [CELSIUS, FAHRENHEIT, KELVIN], min: -60, max: 100 };
const OF_PERCENT: KindRule = { units: [PERCENT], min: 0, max: 100 };
export const MAX_VALUE = 1_000_000_000;

export const KINDS: Record<MeasurementKind, KindRule> = {
  WEIGHT: { units: [KILOGRAMS, GRAMS, POUNDS], min: -20, max: 1000 },
  TEMPERATURE: OF_TEMPERATURE,
  BROOD_TEMPERATURE: OF_TEMPERATURE,
  HUMIDITY: OF_PERCENT,
  SOUND: { units: [DECIBELS], min: -100, max: 200 },
  BATTERY: OF_PERCENT,
  CUSTOM: { units: [], min: -MAX_VALUE, max: MAX_VALUE },
};

/** The unit in which the values of a kind are stored; null for a custom one. */
export const unitOf = (kind: MeasurementKind): MeasurementUnit | null => KINDS[kind].units[0] ?? null;

/** As people write them. */
export const SYMBOLS: Record<MeasurementUnit, string> = {
  KILOGRAMS: 'kg',
  GRAMS: 'g',
  POUNDS: 'lb',
  CELSIUS: '°C',
  FAHRENHEIT: '°F',
  KELVIN: 'K',
  PERCENT: '%',
  DECIBELS: 'dB',
};
/** The symbol of a unit as SQL; null for null. */
export const writeSymbol = (unit: string): string =>
  `case ${unit} ${Object.entries(SYMBOLS)
    .map(([name, symbol]) => `when '${name}' then '${symbol}'`)
    .join(' ')} end`;

/** @param unit null for a custom kind, and for the unit in which it is stored */
function conversionOf(unit: MeasurementUnit | null): Required<Conversion> & { digits: number } {
  const conversion = unit === null ? AS_IT_IS : CONVERSIONS[unit];
  return { offset: '0', divisor: '1', ...conversion, digits: conversion === AS_IT_IS ? DIGITS : CONVERTED_DIGITS };
}
/** So many digits survive a conversion and its reverse: 68.1 °F remain 68.1 °F. What is not converted keeps those that a double has. */
const [CONVERTED_DIGITS, DIGITS] = [12, 15];

export function toStored(value: number, unit: MeasurementUnit | null): number {
  const { offset, factor, divisor } = conversionOf(unit);
  return ((value + Number(offset)) * Number(factor)) / Number(divisor);
}

export function fromStored(value: number, unit: MeasurementUnit | null): number {
  const { offset, factor, divisor, digits } = conversionOf(unit);
  return Number(((value * Number(divisor)) / Number(factor) - Number(offset)).toPrecision(digits));
}

/** The difference of two values, without the offset: what two means differ by has no more digits. */
export function differenceFromStored(value: number, unit: MeasurementUnit | null): number {
  const { factor, divisor } = conversionOf(unit);
  return Number(((value * Number(divisor)) / Number(factor)).toPrecision(CONVERTED_DIGITS));
}

/** `toStored` as SQL. */
export function writeToStored(value: string, unit: string): string {
  const cases = Object.entries(CONVERSIONS)
    .filter(([, one]) => one !== AS_IT_IS)
    .map(([name, { offset = '0', factor, divisor = '1' }]) =>
      `when '${name}' then (${value} + ${offset}) * ${factor} / ${divisor}`.replace('+ -', '- '),
    );
  return `case ${unit} ${cases.join(' ')} else ${value} end`;
}
