// The Spanish texts of the worklist, as in spanish.ts. A sentence begins with what it is about.

import { ZONES } from './spanish-zones.js';

export const WORKLIST = {
  ...ZONES,
  // What a sentence is about, and times within it.
  'Hive {label}': 'La colmena {label}',
  'less than a day': 'menos de un día',
  '1 day': '1 día',
  '{days} days': '{days} días',
  'less than a year': 'menos de un año',
  '1 year': '1 año',
  '{years} years': '{years} años',

  '{hive} has never been inspected': '{hive} nunca se ha inspeccionado',
  '{hive} has not been inspected for {time}': '{hive} lleva {time} sin inspección',
  '{hive} has no queen': '{hive} no tiene reina',
  '{hive} has had no queen for {time}': '{hive} lleva {time} sin reina',
  '{hive} is unhealthy': '{hive} está enferma',
  '{hive} is at risk': '{hive} está en riesgo',
  '“{item}” is out of stock': '«{item}» está agotado',
  '“{item}” is low in stock: {quantity} left': 'Queda poco de «{item}»: {quantity}',
  '“{item}” expires in {time}': '«{item}» vence en {time}',
  '“{item}” expires today': '«{item}» vence hoy',
  '“{item}” expired {time} ago': '«{item}» venció hace {time}',
  '{hive} has an inspection that is still a draft': '{hive} tiene una inspección en borrador',
  '{hive} has a treatment to review in {time}': '{hive} tiene un tratamiento por revisar en {time}',
  '{hive} has a treatment to review today': '{hive} tiene un tratamiento por revisar hoy',
  '{hive} has had a treatment to review for {time}': '{hive} tiene un tratamiento por revisar desde hace {time}',
  '{hive} has a treatment that ends in {time}': '{hive} tiene un tratamiento que termina en {time}',
  '{hive} has a treatment that ends today': '{hive} tiene un tratamiento que termina hoy',
  '{hive} has a treatment that was to end {time} ago': '{hive} tiene un tratamiento que debía terminar hace {time}',
  '{hive} can be harvested again in {time}': '{hive} se puede volver a cosechar en {time}',
  '{hive} has {mites} mites per 100 bees': '{hive} tiene {mites} ácaros por cada 100 abejas',
  '{hive} has about {kilograms} kg of food': '{hive} tiene unos {kilograms} kg de reservas',
  '{hive} weighs only {kilograms} kg': '{hive} solo pesa {kilograms} kg',
  '{hive} may have swarmed: it lost {kilograms} kg': '{hive} puede haber enjambrado: perdió {kilograms} kg',
  '{hive} gained {kilograms} kg in a day: it may need room':
    '{hive} ganó {kilograms} kg en un día: quizá necesite espacio',
  '{hive} has brood at {degrees} °C': '{hive} tiene la cría a {degrees} °C',
  '{hive} has sent no readings for {hours} hours': '{hive} no envía lecturas desde hace {hours} horas',
  '{hive} has a device with {percent} % of battery': '{hive} tiene un dispositivo con {percent} % de batería',
  '{hive} has a queen that hatched {time} ago': '{hive} tiene una reina que nació hace {time}',
  'Lot {code} reaches its best-before date in {time}':
    'El lote {code} llega a su fecha de consumo preferente en {time}',
  'Lot {code} reaches its best-before date today': 'El lote {code} llega hoy a su fecha de consumo preferente',
  'Lot {code} passed its best-before date {time} ago':
    'El lote {code} superó su fecha de consumo preferente hace {time}',
  'Your hives in {country} are to be declared within {time}': 'Sus colmenas en {country} se deben declarar en {time}',
  'Today is the last day to declare your hives in {country}':
    'Hoy es el último día para declarar sus colmenas en {country}',
  Spain: 'España',
  France: 'Francia',
  Italy: 'Italia',
} as const;
