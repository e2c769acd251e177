// What products are, and what hives are fed with, in the words of people.
import { type Texts, texts } from '../../shared/texts.js';

export const FEED_KINDS: Record<string, Texts> = {
  SYRUP: texts('Syrup', 'Jarabe'),
  FONDANT: texts('Fondant', 'Fondant o candi'),
  CANDY: texts('Dry sugar or candy', 'Azúcar seco o caramelo'),
  HONEY: texts('Honey', 'Miel'),
  PROTEIN: texts('Protein', 'Proteína'),
  OTHER: texts('Other', 'Otro'),
};
export const PRODUCT_KINDS: Record<string, Texts> = {
  MEDICINE: texts('Medicine', 'Medicamento'),
  FEED: texts('Feed', 'Alimento'),
  OTHER: texts('Other', 'Otro'),
};
