// What an archive is: a ZIP file with a manifest, and a file of JSON lines for each list of records (docs/archive.md).

export const ARCHIVE_FORMAT = 'beekeeping-archive';
/**
 * The part before the dot is one more when an older service would misread an archive: it refuses that. The one after the dot, when lists or
 * columns are added, which an older service leaves out.
 */
export const ARCHIVE_VERSION = '1.1';
export const MANIFEST_FILE = 'manifest.json';

export interface ArchiveList {
  name: string;
  file: string;
  rows: number;
  /** The digest of the inflated file, in hexadecimal. */
  sha256: string;
}

export interface Manifest {
  format: typeof ARCHIVE_FORMAT;
  version: string;
  service: { name: string; version: string };
  exportedAt: string;
  /** The account whose records these are: what it recorded itself is told from what others did. */
  account: { id: string; username: string; language: string; timeZone: string };
  lists: ArchiveList[];
  /** The names of lists that are there to be read, but that an import does not restore. */
  notRestored: string[];
}
