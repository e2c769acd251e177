import { type Texts, texts } from '../../shared/texts.js';
import type { MeasurementKind } from './measurement.enums.js';

export const MEASUREMENT_KINDS: Record<MeasurementKind, Texts> = {
  WEIGHT: texts('Weight', 'Peso'),
  TEMPERATURE: texts('Temperature', 'Temperatura'),
  BROOD_TEMPERATURE: texts('Brood temperature', 'Temperatura de la cría'),
  HUMIDITY: texts('Humidity', 'Humedad'),
  SOUND: texts('Sound', 'Sonido'),
  BATTERY: texts('Battery', 'Batería'),
  CUSTOM: texts('Other', 'Otra'),
};
