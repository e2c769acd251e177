// The enums of digests.
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const DigestFrequency = defineEnum('DigestFrequency', 'How often a digest is sent.', {
  OFF: 'Never.',
  DAILY: 'Each day, with what is due within a day, and what was due before.',
  WEEKLY: 'Each week, with what is due within seven days, and what was due before.',
});
export type DigestFrequency = EnumOf<typeof DigestFrequency>;

/** The values are those of ISO 8601. */
export const Weekday = defineEnum('Weekday', 'A day of the week.', {
  MONDAY: [1, 'Monday.'],
  TUESDAY: [2, 'Tuesday.'],
  WEDNESDAY: [3, 'Wednesday.'],
  THURSDAY: [4, 'Thursday.'],
  FRIDAY: [5, 'Friday.'],
  SATURDAY: [6, 'Saturday.'],
  SUNDAY: [7, 'Sunday.'],
});
export type Weekday = EnumOf<typeof Weekday>;
