// The lists of what people and devices have measured.
import { type MeasurementUnit, SYMBOLS } from '../../features/measurements/measurement.enums.js';
import { MEASUREMENT_KINDS } from '../../features/measurements/measurement-kinds.texts.js';
import { texts } from '../../shared/texts.js';
import {
  actor,
  apiary,
  hive,
  type List,
  notes,
  number,
  record,
  recordOfHive,
  text,
  time,
  word,
  yesNo,
} from './list.js';

const unit = text('unit', 'Unit', 'Unidad', ({ unit, customUnit }) => SYMBOLS[unit as MeasurementUnit] ?? customUnit);

export const MEASUREMENT_LISTS: List[] = [
  {
    name: 'measurements',
    title: texts('Measurements', 'Mediciones'),
    description:
      'What people have measured at hives that were in an apiary at that time, apiary by apiary, the latest first.',
    document: `query ($apiary_id: ID!, $from: DateTime, $before: DateTime, $kind: MeasurementKind, $page: Int, $cursor: String) {
      apiary(id: $apiary_id) {
        measurements(filter: { from: $from, before: $before, kind: $kind }, first: $page, after: $cursor) {
          nodes { id measuredAt kind quantity value unit customUnit isOneSide notes apiary { name } beehive { id label } actor { name } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    columns: [
      time('measured_at', 'Measured (UTC)', 'Medido (UTC)'),
      apiary,
      hive,
      word('kind', 'Measured', 'Medida', MEASUREMENT_KINDS),
      text('quantity', 'Quantity', 'Magnitud'),
      number('value', 'Value', 'Valor'),
      unit,
      yesNo('is_one_side', 'One side', 'Un lado'),
      notes,
      actor,
      record,
    ],
  },
  {
    name: 'series',
    title: texts('Series of measurements', 'Series de mediciones'),
    description:
      'What people and devices have measured at each hive in a time, in parts of it, hive by hive, the oldest first: of one `kind`, weights if it is omitted. Without `from` and `before`, of the last 30 days. `seconds` is the length of a part: a time of more than a week has parts of whole hours, or of days in UTC.',
    document: `query ($apiary_id: ID, $beehive_number: Int, $kind: MeasurementKind = WEIGHT, $quantity: String, $custom_unit: String, $unit: MeasurementUnit, $from: DateTime, $before: DateTime, $points: Int, $page: Int, $cursor: String) {
      beehives(apiaryId: $apiary_id, filter: { life: ANY, beehiveNumber: $beehive_number }, first: $page, after: $cursor) {
        nodes {
          id label apiary { name }
          series(kind: $kind, quantity: $quantity, customUnit: $custom_unit, unit: $unit, from: $from, before: $before, points: $points) {
            unit seconds points { at min mean max count }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    rows: ({ series, ...beehive }) =>
      series.points.map((point: object) => ({ ...series, ...point, apiary: beehive.apiary, beehive })),
    columns: [
      time('at', 'From (UTC)', 'Desde (UTC)'),
      number('seconds', 'Seconds', 'Segundos'),
      apiary,
      hive,
      number('min', 'Lowest', 'Mínimo'),
      number('mean', 'Mean', 'Media'),
      number('max', 'Highest', 'Máximo'),
      number('count', 'Values', 'Valores'),
      unit,
      recordOfHive,
    ],
    columnsOf: async (_context, { kind = 'WEIGHT', quantity }) => [
      word('kind', 'Measured', 'Medida', MEASUREMENT_KINDS, () => kind),
      text('quantity', 'Quantity', 'Magnitud', () => quantity),
    ],
  },
];
