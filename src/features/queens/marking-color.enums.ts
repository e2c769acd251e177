import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const MarkingColor = defineEnum(
  'MarkingColor',
  'The international colours with which queens are marked: each year has one, and they repeat after five.',
  {
    WHITE: 'Years that end in 1 or 6.',
    YELLOW: 'Years that end in 2 or 7.',
    RED: 'Years that end in 3 or 8.',
    GREEN: 'Years that end in 4 or 9.',
    BLUE: 'Years that end in 5 or 0.',
  },
);
export type MarkingColor = EnumOf<typeof MarkingColor>;

const { WHITE, YELLOW, RED, GREEN, BLUE } = MarkingColor;
/** By the remainder of the year divided by five. */
const COLORS = [BLUE, WHITE, YELLOW, RED, GREEN];

export const colorOfYear = (year: number): MarkingColor => COLORS[year % COLORS.length]!;
