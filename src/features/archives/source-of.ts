import type { FileFormat } from '../../formats/file-line.js';
import type { ImportSource } from '../imports/import-source.js';
import { sheetSource } from '../imports/sheets/sheet-source.js';
import { archiveSource } from './archive-source.js';

/** Returns what writes the rows of files of a format. */
export const sourceOf = (format: FileFormat): ImportSource => (format === 'ARCHIVE' ? archiveSource : sheetSource);
