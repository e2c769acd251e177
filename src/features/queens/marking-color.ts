import { registerEnumType } from 'type-graphql';

export enum MarkingColor {
  WHITE = 'WHITE',
  YELLOW = 'YELLOW',
  RED = 'RED',
  GREEN = 'GREEN',
  BLUE = 'BLUE',
}
registerEnumType(MarkingColor, {
  name: 'MarkingColor',
  description: 'The international colours with which queens are marked: each year has one, and they repeat after five.',
  valuesConfig: {
    WHITE: { description: 'Years that end in 1 or 6.' },
    YELLOW: { description: 'Years that end in 2 or 7.' },
    RED: { description: 'Years that end in 3 or 8.' },
    GREEN: { description: 'Years that end in 4 or 9.' },
    BLUE: { description: 'Years that end in 5 or 0.' },
  },
});

const { WHITE, YELLOW, RED, GREEN, BLUE } = MarkingColor;
/** By the remainder of the year divided by five. */
const COLORS = [BLUE, WHITE, YELLOW, RED, GREEN];

export const colorOfYear = (year: number): MarkingColor => COLORS[year % COLORS.length]!;
