// How mites are counted, in the words of people. A spreadsheet with them can be imported again.
import { type Texts, texts } from '../../shared/texts.js';

export const COUNT_METHODS: Record<string, Texts> = {
  ALCOHOL_WASH: texts('Alcohol wash', 'Lavado con alcohol'),
  SUGAR_ROLL: texts('Sugar roll', 'Azúcar glas'),
  CO2: texts('Carbon dioxide', 'Dióxido de carbono'),
  STICKY_BOARD: texts('Sticky board', 'Lámina pegajosa'),
};
