import { MAX_ARCHIVE_ROWS, MAX_LINE_BYTES } from '../../formats/archive.js';
import type { FileProblem, FileProblemCode } from '../../formats/file-line.js';
import { MAX_FILE_BYTES } from '../../formats/read-file.js';
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_ROW_LENGTH, MAX_ROWS } from '../../formats/sheet-lines.js';
import { createMessage, type MessageText, toMessage } from '../../messages/message.js';

const TEXTS: Record<FileProblemCode, MessageText> = {
  UNKNOWN_FORMAT: 'The file is neither a table (CSV, XLSX) nor an export that is known',
  DAMAGED: 'The file is damaged',
  ENCRYPTED: 'The file has a password, or is of an old format: save it as XLSX or CSV without a password',
  TOO_LARGE: createMessage('The file is too large: at most {max} MB, and not a multiple of that when it is unpacked', {
    max: MAX_FILE_BYTES / 2 ** 20,
  }),
  TOO_MUCH_MEMORY: 'The file takes too much memory to be read: divide it into several',
  TOO_MANY_ROWS: createMessage('The file has more than {max} rows', { max: MAX_ROWS }),
  TOO_MANY_RECORDS: createMessage('The archive has more than {max} records', { max: MAX_ARCHIVE_ROWS }),
  LINE_TOO_LONG: createMessage('A line has more than {max} MB', { max: MAX_LINE_BYTES / 2 ** 20 }),
  TOO_MANY_COLUMNS: createMessage('A sheet has more than {max} columns', { max: MAX_COLUMNS }),
  CELL_TOO_LONG: createMessage('A cell has more than {max} characters', { max: MAX_CELL_LENGTH }),
  ROW_TOO_LONG: createMessage('A row has more than {max} characters', { max: MAX_ROW_LENGTH }),
  EMPTY: 'The file has no rows',
  UNSAFE_XML: 'The file has declarations that spreadsheets do not have, and is not read',
  FORMULA_WITHOUT_VALUE: 'A formula has no value: open the file in a spreadsheet and save it',
  NEWER_VERSION: 'The archive is of a newer version of the service',
  CHECKSUM: 'The archive is not complete, or was changed: a checksum is another one',
  INTERRUPTED: 'Something went wrong in the service. What was written can be undone',
  SERVICE_DIED:
    'The service ended twice in the middle of the import, and does not try again. What was written can be undone',
};

/** What is wrong with a file, and where, as far as that is known. */
export function describeFileProblem({ code, sheet, row, column, value }: FileProblem): MessageText {
  const message = TEXTS[code];
  const place = [
    sheet === undefined ? [] : createMessage('sheet {sheet}', { sheet }),
    row === undefined ? [] : createMessage('row {row}', { row }),
    column === undefined ? [] : createMessage('column {column}', { column }),
    value === undefined ? [] : createMessage('“{value}”', { value }),
  ].flat();
  if (place.length === 0) return message;
  const text = typeof message === 'string' ? toMessage(message) : message;
  return createMessage('{message}: {place}', { message: text, place });
}
