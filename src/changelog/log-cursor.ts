// How far a client has read: a position in the change log and, while records are sent that it has not had before, a position among these.
import { isTime } from '../database/cursor.js';
import { AppError } from '../errors.js';
import { isUuid } from '../shared/text.js';

/**
 * A place in the log, which is read in this order: a transaction, and an entry of it. Numbers of PostgreSQL, as text. It is that of an entry
 * that has been read, or one before it, because PostgreSQL gives the numbers of later transactions again after a crash (ADR 0027).
 */
export interface Position {
  xid: string;
  seq: string;
}

/** Records that a client gets whole: everything that it sees, an apiary, or the hives that moved in a part of the log. */
export interface Copies extends Place {
  apiaryId?: string;
  /** The part of the log after this position, up to that of the cursor. */
  movedAfter?: Position;
  /** A step that copy-steps numbers. */
  step: number;
}

/** The last record that was sent: the apiary of its parent, if parents are read apiary by apiary, its parent and its id. */
export interface Place {
  apiary: string;
  parent: string;
  id: string;
}

export interface SyncCursor {
  viewer: string;
  /** The database server to whose transactions the numbers belong. */
  system: string;
  /** The history of the database on that server: another one after a restore. */
  history: string;
  /** It is another one after a promotion or a recovery from an archive. */
  timeline: string;
  position: Position;
  /** When the log had been read up to the position. */
  at: string;
  /** Until when the ends of memberships have been read that have a date. */
  expiriesUntil: string;
  copies?: Copies | undefined;
}

export const START = '00000000-0000-0000-0000-000000000000';
/** Before the first record of a step. */
export const NOWHERE: Place = { apiary: START, parent: START, id: START };
export const START_OF_LOG: Position = { xid: '0', seq: '0' };

const DIGITS = /^\d{1,18}$/;

export const encodeSyncCursor = (cursor: SyncCursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws BAD_USER_INPUT for text that is no cursor, and for the cursor of another account */
export function readSyncCursor(text: string, viewer: string): SyncCursor {
  let cursor: Partial<SyncCursor> | null = null;
  try {
    cursor = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // Refused below, like any other text that is not a cursor.
  }
  if (isCursor(cursor) && cursor.viewer === viewer) return cursor;
  throw AppError.badInput([{ field: 'after', message: 'is not a cursor of this list' }]);
}

function isCursor(cursor: Partial<SyncCursor> | null): cursor is SyncCursor {
  const { system, history, timeline, position, at, expiriesUntil, copies } = cursor ?? {};
  if (typeof system !== 'string' || typeof history !== 'string' || typeof timeline !== 'string') return false;
  if (!isPosition(position)) return false;
  if (!isMoment(at) || !isMoment(expiriesUntil)) return false;
  if (copies === undefined) return true;
  if (typeof copies !== 'object' || copies === null) return false;
  const { apiaryId, movedAfter, step, apiary, parent, id } = copies;
  if (apiaryId !== undefined && !isId(apiaryId)) return false;
  if (movedAfter !== undefined && !isPosition(movedAfter)) return false;
  return Number.isSafeInteger(step) && step >= 0 && [apiary, parent, id].every(isId);
}

const isId = (value: unknown): boolean => typeof value === 'string' && isUuid(value);
const isMoment = (value: unknown): boolean => typeof value === 'string' && isTime(value);
const isPosition = (value: Partial<Position> | null | undefined): boolean =>
  typeof value?.xid === 'string' && typeof value.seq === 'string' && DIGITS.test(value.xid) && DIGITS.test(value.seq);
