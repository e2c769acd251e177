import { expect, it } from '@jest/globals';
import { DateTime, LocalDate } from '../../src/shared/scalars.js';

it.each(['2026-02-28', '2024-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s is a day', (day) => {
  expect(LocalDate.parseValue(day)).toBe(day);
  expect((DateTime.parseValue(`${day}T10:00:00Z`) as Date).toISOString()).toBe(`${day}T10:00:00.000Z`);
});

it.each(['2026-02-29', '2026-02-31', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '0000-01-01'])(
  '%s is none, nor is a time on it',
  (day) => {
    expect(() => LocalDate.parseValue(day)).toThrow('must be a day');
    expect(() => DateTime.parseValue(`${day}T10:00:00Z`)).toThrow('must be a date and time');
  },
);

it('the day of a time is that of its own time zone', () => {
  expect((DateTime.parseValue('2026-03-01T00:30:00+02:00') as Date).toISOString()).toBe('2026-02-28T22:30:00.000Z');
  expect((DateTime.parseValue('2026-02-28T23:30:00-02:00') as Date).toISOString()).toBe('2026-03-01T01:30:00.000Z');
});
