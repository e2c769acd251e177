// The Spanish texts of calendars, as in spanish.ts.

export const CALENDARS = {
  'Calendar feed': 'el calendario',
  'An account can have at most {max} calendars': 'Una cuenta puede tener como máximo {max} calendarios',
  Beekeeping: 'Apicultura',
  'Hives: {hives}': 'Colmenas: {hives}',
  '{hive} is to be inspected': '{hive} se debe inspeccionar',
  '{hive} has a treatment to review': '{hive} tiene un tratamiento por revisar',
  '{hive} has a treatment that ends': '{hive} tiene un tratamiento que termina',
  '{hive} can be harvested again': '{hive} se puede volver a cosechar',
  '{count} hives are to be inspected': '{count} colmenas se deben inspeccionar',
  '{count} hives have a treatment to review': '{count} colmenas tienen un tratamiento por revisar',
  '{count} hives have a treatment that ends': '{count} colmenas tienen un tratamiento que termina',
  '{count} hives can be harvested again': '{count} colmenas se pueden volver a cosechar',
  '{count} hives have an old queen': '{count} colmenas tienen una reina vieja',
  '“{item}” expires': '«{item}» vence',
  '{hive} has an old queen': '{hive} tiene una reina vieja',
  'Lot {code} reaches its best-before date': 'El lote {code} llega a su fecha de consumo preferente',
  'Last day to declare your hives in {country}': 'Último día para declarar sus colmenas en {country}',
} as const;
