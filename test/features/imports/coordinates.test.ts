// Positions as people write them.
import { describe, expect, it } from '@jest/globals';
import { readAngle, readPosition } from '../../../src/features/imports/sheets/coordinates.js';
import * as fc from '../../support/fast-check.js';

const RUNS = process.env.SLOW_TESTS === 'on' ? 5000 : 300;
const candeleda = { latitude: 40.25, longitude: -5.58 };

describe('a position in one cell', () => {
  it.each([
    '40.25, -5.58',
    '40.25,-5.58',
    '40.25 -5.58',
    '40.25; -5.58',
    '40.25/-5.58',
    '(40.25, −5.58)',
    '40,25, -5,58',
    '40,25 -5,58',
    '40.25, - 5.58',
    '40,25,-5,58',
    '40.25 N, 5.58 W',
    '40,25° N 5,58° O',
    'N40.25W5.58',
    '40.25N5.58W',
    '5.58 oeste, 40.25 norte',
    `40°15'N 5°34.8'W`,
    `40º 15' 0" N, 5º 34' 48" O`,
    `40°15′00″N5°34′48″W`,
    `N 40° 15' 0'', W 5° 34' 48''`,
    '40 15 0 N, 5 34 48 W',
    `+40° 15', -5° 34' 48"`,
  ])('%s is read', (text) => {
    const read = readPosition(text);
    expect(read).toEqual({
      point: { latitude: expect.closeTo(candeleda.latitude, 7), longitude: expect.closeTo(candeleda.longitude, 7) },
    });
  });

  it.each([
    ['two readings', '40,25'],
    ['one number with a mark, or two', '40,25°'],
    ['degrees and minutes, or two numbers', '40 25'],
    ['degrees and minutes, or two numbers, with a mark', '40° 25,5'],
    ['a sign, or a line between the numbers', '40.25 - 5.58'],
    ['a sign, or a dash between the numbers', '40.25° – 5.58°'],
    ['three numbers', '40.25, 5.58, 7'],
    ['marks that are missing', '40 15 5 34'],
    ['one letter alone', '40.25 N 5.58'],
    ['two letters of one axis', '40.25 N, 5.58 S'],
    ['a sign and a letter', '40.25 N, -5.58 W'],
    ['sixty minutes', `40°60'N 5°34'W`],
    ['a part of a degree and minutes', `40.5°15'N 5°34'W`],
    ['thousands', '4.025.000, -558.000'],
    ['words', 'junto al río'],
    ['nothing', ''],
    ['too much', `${' '.repeat(500)}40.25, -5.58`],
    ['both beyond what there is', '100, 200'],
  ])('%s is not', (_, text) => expect(readPosition(text)).toEqual({ problem: 'UNREADABLE' }));

  it.each(['-99.13, 19.43', '99.13 19.43'])('%s has the longitude first', (text) =>
    expect(readPosition(text)).toEqual({ problem: 'LONGITUDE_FIRST' }),
  );
});

it.each([
  ['40,25', { degrees: 40.25 }],
  ['-5.58', { degrees: -5.58 }],
  ['5,58 O', { degrees: -5.58, axis: 'longitude' }],
  ['-1e-7', { degrees: 0 }],
  ['5.58e-1', { degrees: 0.558 }],
  ['0.30000000000000004', { degrees: 0.30000000000000004 }],
  ['S 12.5', { degrees: -12.5, axis: 'latitude' }],
  ['5 34 48', undefined],
  ['40.25, -5.58', undefined],
  ['4.017.354', undefined],
])('one coordinate %s is %j', (text, angle) => expect(readAngle(text)).toEqual(angle));

/** The ways in which programs write a coordinate. */
type Format = (degrees: number, letters: string) => string;
const sexagesimal = (degrees: number): [number, number, string] => {
  const tenths = Math.round(Math.abs(degrees) * 360_000);
  return [Math.floor(tenths / 360_000), Math.floor(tenths / 6000) % 60, ((tenths % 6000) / 100).toFixed(2)];
};
const letterOf = (degrees: number, letters: string): string => letters[degrees < 0 ? 1 : 0]!;
const FORMATS: Record<string, Format> = {
  decimal: (degrees) => degrees.toFixed(5),
  comma: (degrees) => degrees.toFixed(5).replace('.', ','),
  letter: (degrees, letters) => `${Math.abs(degrees).toFixed(5)}° ${letterOf(degrees, letters)}`,
  seconds: (degrees, letters) => {
    const [whole, minutes, seconds] = sexagesimal(degrees);
    return `${whole}°${minutes}'${seconds}"${letterOf(degrees, letters)}`;
  },
  spaced: (degrees, letters) => `${sexagesimal(degrees).join(' ').replace('.', ',')} ${letterOf(degrees, letters)}`,
};
const units = (max: number) => fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((n) => n / 1e5);

it('what is written in any of the ways is read as what it was', () => {
  fc.assert(
    fc.property(
      units(90),
      units(180),
      fc.constantFrom(...Object.keys(FORMATS)),
      fc.constantFrom(', ', '; ', ' / ', ' '),
      fc.constantFrom('EW', 'EO'),
      (latitude, longitude, format, separator, letters) => {
        const write = FORMATS[format]!;
        const text = `${write(latitude, 'NS')}${separator}${write(longitude, letters)}`;
        // A hundredth of a second has a third of a metre.
        const digits = format === 'seconds' || format === 'spaced' ? 5 : 9;
        const near = (degrees: number) => expect.closeTo(degrees, digits);
        expect([text, readPosition(text)]).toEqual([
          text,
          { point: { latitude: near(latitude), longitude: near(longitude) } },
        ]);
      },
    ),
    { numRuns: RUNS },
  );
});
