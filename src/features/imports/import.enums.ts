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
});
export type ImportSheetKind = EnumOf<typeof ImportSheetKind>;

export const ImportDateOrder = defineEnum('ImportDateOrder', 'In which order days are written.', {
  DMY: 'Day, month, year.',
  MDY: 'Month, day, year.',
  YMD: 'Year, month, day.',
});
export type ImportDateOrder = EnumOf<typeof ImportDateOrder>;

export const ImportRemark = defineEnum('ImportRemark', 'What the values of a column leave open.', {
  GUESSED: 'They fit more than one order of days: that of your language was taken.',
  MIXED: 'They contradict each other.',
});
export type ImportRemark = EnumOf<typeof ImportRemark>;

export const ImportRowStatus = defineEnum('ImportRowStatus', 'What became of a row.', {
  PENDING: 'It has not been written yet.',
  DONE: 'It was written.',
  SKIPPED: 'There was nothing to write: `problems` says why.',
  FAILED: 'It was refused: `problems` says why.',
  UNDONE: 'What it had written was removed.',
  KEPT: 'What it had written was kept when the import was undone, because it, or something that belongs to it, has changed since.',
});
export type ImportRowStatus = EnumOf<typeof ImportRowStatus>;
