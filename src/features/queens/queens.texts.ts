// The colours of marks, and where queens come from, in the words of people. A spreadsheet with them can be imported again.
import { type Texts, texts } from '../../shared/texts.js';

export const COLORS: Record<string, Texts> = {
  WHITE: texts('White', 'Blanco'),
  YELLOW: texts('Yellow', 'Amarillo'),
  RED: texts('Red', 'Rojo'),
  GREEN: texts('Green', 'Verde'),
  BLUE: texts('Blue', 'Azul'),
};

export const QUEEN_ORIGINS: Record<string, Texts> = {
  REARED: texts('Reared', 'Criada'),
  PURCHASED: texts('Purchased', 'Comprada'),
  SUPERSEDURE: texts('Supersedure', 'Renovación natural'),
  EMERGENCY: texts('Emergency', 'Emergencia'),
  SWARM: texts('Swarm', 'Enjambre'),
};
