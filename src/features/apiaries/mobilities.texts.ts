// Whether apiaries stay where they are, in the words of people. A spreadsheet with them can be imported again.
import { type Texts, texts } from '../../shared/texts.js';

export const MOBILITIES: Record<string, Texts> = {
  STATIONARY: texts('Stationary', 'Estante'),
  MIGRATORY: texts('Migratory', 'Trashumante'),
};
