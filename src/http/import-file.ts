// Receives the file of an import, as it is, in one request or in several that follow each other (Content-Range). It is stored while it arrives,
// so a file of any size takes little memory, and an upload that broke off goes on where it was. Each part states the digest of the whole file
// (Repr-Digest, RFC 9530), which is verified in the end: parts of two files never become one.
import type { Request, RequestHandler } from 'express';
import { authorize } from '../access/guard.js';
import type { Context } from '../context.js';
import { runStatement } from '../database/pool.js';
import { unitOfWork } from '../database/unit-of-work.js';
import { AppError } from '../errors.js';
import { FileImport } from '../features/imports/import.entity.js';
import { ImportStatus } from '../features/imports/import.enums.js';
import { importNotReady, readImport } from '../features/imports/imports.commands.js';
import { FORGET_FILE } from '../features/imports/progress.commands.js';
import { MAX_FILE_BYTES } from '../formats/read-file.js';
import { createMessage, type MessageText } from '../messages/message.js';
import { REST_BASE } from '../rest/route.js';
import { askForBody } from './read-body.js';

/** What is in memory of an upload, with the statement that writes it. */
const PIECE_BYTES = 256 * 1024;

/** Two requests that write the same piece: one of them. An upload that has begun since has another revision. */
const STORE = `
  with moved as (
    update imports set received_bytes = $2::int + $3::int, updated_at = now()
    where id = $1 and received_bytes = $2 and revision = $4 and status = 'WAITING' returning id)
  insert into import_files (import_id, at, bytes) select id, $2, $5 from moved
  on conflict (import_id, at) do update set bytes = excluded.bytes returning 1`;

const DIGEST = `select encode(sha256(string_agg(bytes, ''::bytea order by at)), 'hex') as digest from import_files where import_id = $1`;

type Upload = Pick<FileImport, 'receivedBytes' | 'sizeBytes' | 'checksum' | 'revision'>;

async function lockUpload(context: Context, id: string): Promise<FileImport> {
  const found = await context.access.forUpdate(FileImport, id);
  if (found.status !== ImportStatus.WAITING) throw importNotReady(found.status);
  return found;
}

/** If two uploads begin at once, their pieces must not become one file. */
async function forgetUpload(context: Context, found: FileImport, stated: Partial<Upload> = {}): Promise<FileImport> {
  await runStatement(context, { text: FORGET_FILE, values: [found.id] });
  const { revision } = found;
  return Object.assign(found, { receivedBytes: 0, sizeBytes: null, checksum: null, ...stated, revision: revision + 1 });
}

/** @returns whether the file is the one that was announced: if it is not, the upload begins again */
const finishUpload = (context: Context, id: string, { revision }: Upload, received: number): Promise<boolean> =>
  unitOfWork(context, async () => {
    const found = await lockUpload(context, id);
    if (found.revision !== revision || found.receivedBytes !== received) throw importNotReady('UPLOADING');
    const [arrived] = await runStatement<{ digest: string | null }>(context, { text: DIGEST, values: [id] });
    const isAnnounced = found.checksum === null || found.checksum === arrived?.digest;
    await (isAnnounced ? readImport(context, id, received) : forgetUpload(context, found));
    return isAnnounced;
  });

interface Range {
  first: number;
  /** The size of the whole file; undefined if it is not known before it has arrived. */
  size: number | undefined;
  /** The size of the body of this request. */
  bytes: number | undefined;
}

export const receiveImportFile =
  (contextOf: (request: Request) => Context): RequestHandler =>
  async (request, response) => {
    const context = contextOf(request);
    await authorize(context, { limited: true });
    context.startWriting();
    const id = String(request.params.id);
    const before = { ...(await unitOfWork(context, () => lockUpload(context, id))) };
    const range = readRange(request, before);
    const stated = { sizeBytes: range.size ?? null, checksum: readDigest(request, range, before) };
    await context.withShare('uploads', async () => {
      const isFirst = range.first === 0;
      const upload = isFirst
        ? await unitOfWork(context, async () => forgetUpload(context, await lockUpload(context, id), stated))
        : before;
      askForBody(request, response);
      const received = await store(context, request, id, range, upload);
      const isComplete = received === (range.size ?? received);
      if (isComplete && !(await finishUpload(context, id, upload, received)))
        throw anotherFile('The file that has arrived is another one than announced: send it again');
      const status = isComplete ? ImportStatus.READING : ImportStatus.WAITING;
      const location = `${REST_BASE}/imports/${id}`;
      response.status(202).location(location).json({ id, status, received_bytes: received });
    });
  };

/** @returns how many bytes of the file have arrived */
async function store(
  context: Context,
  request: Request,
  id: string,
  range: Range,
  { revision }: Upload,
): Promise<number> {
  let at = range.first;
  let pieces: Buffer[] = [];
  let waiting = 0;
  const flush = async (): Promise<void> => {
    if (waiting === 0) return;
    const values = [id, at, waiting, revision, Buffer.concat(pieces)];
    const stored = await runStatement(context, { text: STORE, values });
    if (stored.length === 0) throw importNotReady('UPLOADING');
    at += waiting;
    pieces = [];
    waiting = 0;
  };
  for await (const chunk of request as AsyncIterable<Buffer>) {
    pieces.push(chunk);
    waiting += chunk.length;
    if (range.bytes !== undefined && at + waiting > range.first + range.bytes)
      throw new AppError('BAD_USER_INPUT', 'The request is malformed');
    if (at + waiting > MAX_FILE_BYTES) throw tooLarge();
    if (waiting >= PIECE_BYTES) await flush();
  }
  await flush();
  if (range.bytes !== undefined && at < range.first + range.bytes)
    throw new AppError('BAD_USER_INPUT', 'The request is malformed');
  return at;
}

/** Reads where the body belongs. The sizes are checked before anything is read. */
function readRange({ headers }: Request, { receivedBytes: received, sizeBytes: known }: Upload): Range {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The file must not be compressed on its way');
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const stated = headers['content-range'];
  if (stated === undefined) {
    if (length !== undefined && length > MAX_FILE_BYTES) throw tooLarge();
    return { first: 0, size: length, bytes: length };
  }
  const [, first, last, size] = (/^bytes (\d{1,9})-(\d{1,9})\/(\d{1,9})$/.exec(stated) ?? []).map(Number);
  if (size !== undefined && size > MAX_FILE_BYTES) throw tooLarge();
  const bytes = last! - first! + 1;
  const follows = first === 0 || (first === received && size === known);
  const fits = size !== undefined && follows && bytes > 0 && last! < size;
  if (!fits || (length !== undefined && length !== bytes)) {
    const message = createMessage('must be `bytes <first>-<last>/<size>` and go on at byte {at}', { at: received });
    throw AppError.badInput([{ field: 'Content-Range', message }]);
  }
  return { first: first!, size, bytes };
}

/** Other algorithms are ignored, as RFC 9530 has it. */
const SHA_256 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/;

/** @returns that of the whole file, in hexadecimal; null for a whole file without one */
function readDigest({ headers }: Request, { first, size, bytes }: Range, { checksum }: Upload): string | null {
  const [, encoded] = SHA_256.exec(String(headers['repr-digest'] ?? '')) ?? [];
  if (encoded === undefined) {
    if (first === 0 && size === bytes) return null;
    throw AppError.badInput([{ field: 'Repr-Digest', message: 'is required for a part of a file' }]);
  }
  const digest = Buffer.from(encoded, 'base64').toString('hex');
  if (first > 0 && digest !== checksum) throw anotherFile('The parts that have arrived are of another file');
  return digest;
}

const anotherFile = (message: MessageText): AppError => new AppError('CONFLICT', message, { reason: 'ANOTHER_FILE' });

const tooLarge = (): AppError =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    createMessage('The file must not exceed {max} MB', { max: MAX_FILE_BYTES / 2 ** 20 }),
  );
