import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { flushChanges } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { IMPORTS } from '../../maintenance/import-step.js';
import { createMessage } from '../../messages/message.js';
import { User } from '../accounts/user.entity.js';
import { FileImport } from './import.entity.js';
import { ImportFormat, ImportStatus } from './import.enums.js';
import type { CreateFileImportInput, RunFileImportInput, UpdateFileImportInput } from './imports.inputs.js';
import { changeMapping } from './mapping.commands.js';
import { openQuestions } from './open-questions.rules.js';
import { FORGET_FILE } from './progress.commands.js';

/** The most that an account can have. The oldest that are over are deleted for new ones. */
export const MAX_IMPORTS = 20;
/** The most of an account whose files or rows wait, or are being written or removed: they take space, and delay others. */
export const MAX_OPEN_IMPORTS = 5;
export const UNDO_DAYS = 7;
/** Much longer than any piece of rows takes. A job that still waits for its next attempt is then void, and the new one goes on. */
const SILENT_MS = 2 * 3_600_000;

const OVER = [ImportStatus.FAILED, ImportStatus.CANCELED, ImportStatus.DONE, ImportStatus.UNDONE] as const;
const OPEN = Object.values(ImportStatus).filter((status) => !(OVER as readonly ImportStatus[]).includes(status));

/** Those that can no longer be undone come first. */
const MAKE_ROOM = `
  delete from imports where id = any(array(
    select id from imports where user_id = $1 and status = any($2)
    order by coalesce(undoable_until, '-infinity') > now(), created_at limit greatest($3, 0)))`;

/** @throws CONFLICT (TOO_MANY_IMPORTS) */
export async function createFileImport(context: Context, { fileName }: CreateFileImportInput): Promise<FileImport> {
  const { access, em, viewer } = context;
  // Two requests of the account wait for each other, so that both count the same imports.
  const user = await access.forUpdate(User, viewer.id, undefined, 'no key update');
  if ((await access.count(FileImport, { status: OPEN })) >= MAX_OPEN_IMPORTS) {
    const message = createMessage('At most {max} imports can wait: run or delete one', { max: MAX_OPEN_IMPORTS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_IMPORTS' });
  }
  const excess = (await access.count(FileImport)) - MAX_IMPORTS + 1;
  if (excess > 0) await runStatement(context, { text: MAKE_ROOM, values: [viewer.id, OVER, excess] });
  return em.create(FileImport, { id: uuidv7(), user, fileName: fileName.trim() });
}

/** @throws CONFLICT (IMPORT_NOT_READY) unless it has one of the statuses */
async function lockImport(context: Context, id: string, statuses: readonly ImportStatus[]): Promise<FileImport> {
  const found = await context.access.forUpdate(FileImport, id);
  if (!statuses.includes(found.status)) throw importNotReady(found.status);
  return found;
}

export const importNotReady = (status: string): AppError =>
  new AppError('CONFLICT', createMessage('The import is {status}', { status }), { reason: 'IMPORT_NOT_READY' });

/** The file has arrived. @throws CONFLICT (IMPORT_NOT_READY) */
export async function readImport(context: Context, id: string, size: number): Promise<FileImport> {
  const found = await lockImport(context, id, [ImportStatus.WAITING]);
  found.sizeBytes = size;
  return begin(context, found, ImportStatus.READING);
}

/** Sets a status in which a job goes on with the import. */
async function begin(context: Context, found: FileImport, status: ImportStatus): Promise<FileImport> {
  // What was written until then is what an undo may remove.
  const finishedAt = status === ImportStatus.UNDOING ? found.finishedAt : null;
  Object.assign(found, { status, finishedAt, rowsDone: 0, revision: found.revision + 1 });
  await flushChanges(context);
  await context.jobs.add(context, IMPORTS, { import: found.id, revision: found.revision });
  return found;
}

/** @throws BAD_USER_INPUT; CONFLICT (IMPORT_NOT_READY) */
export async function updateFileImport(context: Context, input: UpdateFileImportInput): Promise<FileImport> {
  const found = await lockImport(context, input.id, [ImportStatus.READY, ImportStatus.CHECKING]);
  if (found.format === ImportFormat.ARCHIVE)
    throw AppError.badInput([{ field: 'sheets', message: 'must be omitted for an archive' }]);
  found.mapping = await changeMapping(context, found, input);
  return begin(context, found, ImportStatus.CHECKING);
}

const CLEAR_RESULTS = `
  update import_rows set status = 'PENDING' where import_id = $1 and status not in ('PENDING', 'DONE', 'UPDATED')`;
/** By the clock of the change log, as an undo leaves what was created before. */
const NOW = `select date_trunc('milliseconds', clock_timestamp()) as now`;

/** @throws CONFLICT (IMPORT_NOT_READY, IMPORT_HAS_QUESTIONS, IMPORT_HAS_PROBLEMS) */
export async function runFileImport(context: Context, { id, skipProblems }: RunFileImportInput): Promise<FileImport> {
  const found = await lockImport(context, id, [
    ...[ImportStatus.READY, ImportStatus.CANCELED],
    ...[ImportStatus.RUNNING, ImportStatus.DONE],
  ]);
  // A repetition returns the same.
  if (found.status === ImportStatus.RUNNING || found.status === ImportStatus.DONE) return found;
  if (found.status === ImportStatus.CANCELED && !found.startedAt) throw importNotReady(found.status);
  const isUnseen = found.status === ImportStatus.READY && !skipProblems;
  const open = isUnseen ? openQuestions(found.mapping, found.asked).length : 0;
  if (open > 0)
    throw new AppError(
      'CONFLICT',
      open === 1
        ? 'One question is open: answer it, or leave out the rows that it is about'
        : createMessage('{count} questions are open: answer them, or leave out the rows that they are about', {
            count: open,
          }),
      { reason: 'IMPORT_HAS_QUESTIONS' },
    );
  if (found.rowsWithProblems > 0 && isUnseen)
    throw new AppError(
      'CONFLICT',
      found.rowsWithProblems === 1
        ? 'One row has problems: mend it, or leave it out'
        : createMessage('{rows} rows have problems: mend them, or leave them out', { rows: found.rowsWithProblems }),
      { reason: 'IMPORT_HAS_PROBLEMS' },
    );
  const [clock] = await runStatement<{ now: string }>(context, { text: NOW, values: [] });
  const now = new Date(clock!.now);
  found.startedAt ??= now;
  found.undoableUntil = new Date(now.getTime() + UNDO_DAYS * 86_400_000);
  await runStatement(context, { text: CLEAR_RESULTS, values: [id] });
  return begin(context, found, ImportStatus.RUNNING);
}

/** What it has written stays; it waits for the rows that are being written. A repetition returns the same. @throws CONFLICT (IMPORT_NOT_READY) */
export async function cancelFileImport(context: Context, id: string): Promise<FileImport> {
  const found = await lockImport(context, id, [
    ...OPEN.filter((status) => status !== ImportStatus.UNDOING),
    ImportStatus.CANCELED,
  ]);
  if (found.status === ImportStatus.CANCELED) return found;
  await runStatement(context, { text: FORGET_FILE, values: [id] });
  return Object.assign(found, {
    status: ImportStatus.CANCELED,
    revision: found.revision + 1,
    finishedAt: new Date(),
  });
}

/** @throws CONFLICT (IMPORT_NOT_READY, IMPORT_NOT_UNDOABLE) */
export async function undoFileImport(context: Context, id: string): Promise<FileImport> {
  const found = await lockImport(context, id, [
    ...[ImportStatus.DONE, ImportStatus.CANCELED, ImportStatus.FAILED],
    ...[ImportStatus.UNDOING, ImportStatus.UNDONE],
  ]);
  // A repetition returns the same, unless the job has been given up.
  if (found.status === ImportStatus.UNDONE) return found;
  if (found.status === ImportStatus.UNDOING && Date.now() - found.updatedAt.getTime() < SILENT_MS) return found;
  if (!found.undoableUntil || found.undoableUntil < new Date())
    throw new AppError('CONFLICT', createMessage('An import can be undone for {days} days', { days: UNDO_DAYS }), {
      reason: 'IMPORT_NOT_UNDOABLE',
    });
  return begin(context, found, ImportStatus.UNDOING);
}

/** Deletes an import with its rows. What it has written stays. */
export async function deleteFileImport(context: Context, id: string): Promise<string> {
  const { access, em } = context;
  em.remove(await access.forUpdate(FileImport, id));
  return id;
}
