// The export as an archive: a ZIP file with a file of JSON lines for each list, and a manifest, which comes last because it has their checksums
// (docs/archive.md). features/archives restores it.
import { createHash } from 'node:crypto';
import * as entities from '../../entities.js';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveList,
  MANIFEST_FILE,
  type Manifest,
} from '../../formats/archive-format.js';
import { VERSION } from '../../observability/version.js';
import { RESTORED_LISTS } from '../../records/archived.js';
import { writeZip, type ZipContent } from '../writers/zip-writer.js';
import { EXPORTED_LISTS, type Exported } from './export-lists.js';
import type { ExportSource } from './export-rows.js';

/** Lines are written together: each piece passes through several streams. */
const MIN_PIECE_LENGTH = 32_768;

/** @returns the bytes of the archive */
export async function* writeArchive(source: ExportSource, account: Exported): AsyncGenerator<Buffer> {
  const exportedAt = new Date();
  yield* writeZip(listContents(source, account, exportedAt), exportedAt);
}

async function* listContents(source: ExportSource, account: Exported, exportedAt: Date): AsyncGenerator<ZipContent> {
  const lists: ArchiveList[] = [];
  for (const list of EXPORTED_LISTS) {
    const hash = createHash('sha256');
    const written = { name: list.name, file: `${list.name}.ndjson`, rows: 0 };
    async function* lines(): AsyncGenerator<string> {
      let waiting = '';
      for await (const row of list.read(source, account)) {
        waiting += `${JSON.stringify(row)}\n`;
        written.rows += 1;
        if (waiting.length < MIN_PIECE_LENGTH) continue;
        hash.update(waiting);
        yield waiting;
        waiting = '';
      }
      hash.update(waiting);
      yield waiting;
    }
    yield { name: written.file, pieces: lines() };
    // Its content has been read by now.
    lists.push({ ...written, sha256: hash.digest('hex') });
  }
  const { id, username, language, timeZone } = await source.accessOf(account).one(entities.User, account.id);
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    service: { name: 'beekeeping-backend', version: VERSION },
    exportedAt: exportedAt.toISOString(),
    account: { id, username, language, timeZone },
    lists,
    notRestored: EXPORTED_LISTS.map(({ name }) => name).filter((name) => !RESTORED_LISTS.has(name)),
  };
  yield { name: MANIFEST_FILE, pieces: [`${JSON.stringify(manifest, null, 2)}\n`] };
}
