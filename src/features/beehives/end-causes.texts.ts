// Why colonies end, in the words of people. A spreadsheet with them can be imported again.
import { type Texts, texts } from '../../shared/texts.js';

export const END_CAUSES: Record<string, Texts> = {
  STARVED: texts('Starved', 'Hambre'),
  WEATHER: texts('Weather', 'Clima'),
  MITES: texts('Mites', 'Ácaros'),
  DISEASE: texts('Disease', 'Enfermedad'),
  QUEEN_LOST: texts('Queen lost', 'Pérdida de la reina'),
  ABSCONDED: texts('Absconded', 'Abandono'),
  ROBBED: texts('Robbed by bees', 'Pillaje'),
  PREDATORS: texts('Predators', 'Depredadores'),
  PESTICIDES: texts('Pesticides', 'Plaguicidas'),
  DISASTER: texts('Disaster', 'Desastre'),
  DESTROYED: texts('Destroyed', 'Destruida'),
  STOLEN: texts('Stolen', 'Robada'),
  SOLD: texts('Sold or given away', 'Vendida o regalada'),
  OTHER: texts('Other', 'Otra'),
  UNKNOWN: texts('Unknown', 'Desconocida'),
  UNITED: texts('United', 'Unida'),
};
