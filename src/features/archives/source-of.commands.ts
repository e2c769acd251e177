import type { FileFormat } from '../../formats/file-line.js';
import type { ImportSource } from '../imports/import-source.types.js';
import { sheetSource } from '../imports/sheets/sheet-source.js';
import { archiveSource } from './archive-source.commands.js';

/** Returns what writes the rows of files of a format. */
export const sourceOf = (format: FileFormat): ImportSource => (format === 'ARCHIVE' ? archiveSource : sheetSource);
