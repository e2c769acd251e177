import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const ImportStatus = defineEnum('ImportStatus', 'How far an import is.', {
  WAITING: 'It waits for the file, or for the rest of it.',
  READING: 'The file is being read.',
  CHECKING: 'The rows are being checked. Nothing is written.',
  READY: 'The rows have been checked: look at them and run it, or change how the columns are read.',
  FAILED:
    'The file cannot be read, or something went wrong: `failure` says why. What was written stays, and can be undone.',
  RUNNING: 'The rows are being written.',
  CANCELED: 'It was canceled. What was written stays, and can be undone; if it was run, it can be run again.',
  DONE: 'Every row has been written, or says why it was not.',
  UNDOING: 'What it has written is being removed.',
  UNDONE: 'What it had written was removed, except what has changed since.',
});
export type ImportStatus = EnumOf<typeof ImportStatus>;

export const ImportFormat = defineEnum('ImportFormat', 'What a file is, by its content.', {
  CSV: 'A table as text.',
  XLSX: 'A workbook of Excel, LibreOffice and others.',
  ARCHIVE: 'An export of this service, or of another one with this software (`/users/me/export?format=zip`).',
  OPENBEEHIVE: 'An export of OpenBeehive, as JSON.',
  HIVE_PAL: 'An export of Hive-Pal, as ZIP.',
  BEEP: 'An export of BEEP, as XLSX.',
});
export type ImportFormat = EnumOf<typeof ImportFormat>;

export const ImportSheetKind = defineEnum('ImportSheetKind', 'What each row of a sheet is.', {
  APIARIES: 'An apiary.',
  HIVES: 'A hive.',
  QUEENS: 'A queen.',
  INSPECTIONS: 'An inspection.',
  TREATMENTS: 'A treatment.',
  MITE_COUNTS: 'A mite count.',
  HARVESTS: 'A harvest.',
  INVENTORY: 'An item of the inventory.',
  FEEDINGS: 'A feeding.',
  WEIGHTS: 'A weight of a hive, with the temperature and the humidity of the row.',
  MOVES: 'A move of hives. It is recognized, but cannot be imported.',
});
export type ImportSheetKind = EnumOf<typeof ImportSheetKind>;

export const ImportDateOrder = defineEnum('ImportDateOrder', 'In which order days are written.', {
  DMY: 'Day, month, year.',
  MDY: 'Month, day, year.',
  YMD: 'Year, month, day.',
});
export type ImportDateOrder = EnumOf<typeof ImportDateOrder>;

export const ImportUnit = defineEnum(
  'ImportUnit',
  'In what the values of a column are, unless a value has a unit of its own.',
  {
    KILOGRAMS: 'Kilograms.',
    GRAMS: 'Grams.',
    POUNDS: 'Pounds of 453.59 g.',
    OUNCES: 'Ounces of 28.35 g.',
    TONNES: 'Tonnes of 1,000 kg.',
    POUNDS_METRIC: 'Pounds of 500 g, as in Colombia, Germany and France.',
    ARROBAS_SPANISH: 'Arrobas of 11.5023 kg, as in Castile.',
    ARROBAS_METRIC: 'Arrobas of 12.5 kg, as in Colombia.',
    ARROBAS_PORTUGUESE: 'Arrobas of 15 kg, as in Portugal and Brazil.',
    QUINTALS: 'Quintals of 100 kg.',
    LITERS: 'Litres of feed, whatever it weighs.',
    MILLILITERS: 'Millilitres of feed, whatever it weighs.',
    LITERS_OF_HONEY: 'Litres of honey, of 1.42 kg each.',
    GALLONS_US: 'Gallons of the United States of honey, of 5.38 kg each.',
    GALLONS_IMPERIAL: 'Imperial gallons of honey, of 6.46 kg each.',
    PER_100_BEES: 'Mites on 100 bees, or in percent.',
    PER_300_BEES: 'Mites in a sample of 300 bees, which is half a cup.',
    PER_DAY: 'Mites that fall on a board in a day.',
  },
);
export type ImportUnit = EnumOf<typeof ImportUnit>;

export const ImportQuestionKind = defineEnum('ImportQuestionKind', 'What a question of an import is about.', {
  KIND: 'What each row of the sheet is. Answer with a value of `ImportSheetKind`, or with null to leave the sheet out.',
  APIARY:
    'In which apiary the rows are that name none. Answer with the name of one, also of a new one, or `ABOVE` for that of the row above.',
  UNIT: 'In what the values of the column are. Answer with a value of `ImportUnit`.',
  DATE_ORDER: 'In which order the days of the column are written. Answer with a value of `ImportDateOrder`.',
  DECIMAL: 'What separates the decimals of the numbers of the column. Answer with a value of `ImportDecimal`.',
  EXISTING:
    'What becomes of rows of which there is a record already that says something else, as of the same hive and day. Answer `LEAVE`, `UPDATE` or `ADD`; mite counts, feedings and weights are never updated.',
});
export type ImportQuestionKind = EnumOf<typeof ImportQuestionKind>;

export const ImportDecimal = defineEnum('ImportDecimal', 'What separates decimals.', {
  COMMA: 'A comma: 12,5.',
  POINT: 'A point: 12.5.',
});
export type ImportDecimal = EnumOf<typeof ImportDecimal>;

export const ImportRemark = defineEnum('ImportRemark', 'What the values of a column leave open.', {
  GUESSED: 'They can be read in two ways, as days or as numbers: a question asks in which.',
  MIXED: 'They contradict each other.',
});
export type ImportRemark = EnumOf<typeof ImportRemark>;

export const ImportRowStatus = defineEnum('ImportRowStatus', 'What became of a row.', {
  PENDING: 'It has not been written yet.',
  DONE: 'It was written.',
  UPDATED: 'It has changed a record that was there: an undo leaves it as it is.',
  SKIPPED: 'There was nothing to write: `problems` says why.',
  FAILED: 'It was refused: `problems` says why.',
  UNDONE: 'What it had written was removed.',
  KEPT: 'What it had written was kept when the import was undone, because it, or something that belongs to it, has changed since.',
});
export type ImportRowStatus = EnumOf<typeof ImportRowStatus>;
