// How far a client has read: a position in the change log and, while records are sent that it has not had before, a position among these.
import { isTime } from '../../database/cursor.js';
import { AppError } from '../../errors.js';
import { isUuid } from '../../shared/text.js';

/**
 * A place in the log, which is read in this order: a transaction, and an entry of it. Numbers of PostgreSQL, as text. It is that of an entry
 * that has been read, or one before it, because PostgreSQL gives the numbers of later transactions again after a crash (ADR 0027). The previous
 * version took the number of the next transaction.
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
  /** Of copy-steps.ts. */
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
  /** Of the database on that server: another one after a restore. Absent in cursors of the version before. */
  history?: string | undefined;
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

/**
 * As the version before reads it, which seeks parents in another order: for it, the step begins again. It keeps members that it does not know,
 * so that of the place says to which step it belongs.
 */
interface SentCopies extends Omit<Copies, 'apiary'> {
  place?: Place & { step: number };
}

type SentCursor = Omit<SyncCursor, 'copies'> & { copies?: SentCopies };

export function encodeSyncCursor({ copies, ...cursor }: SyncCursor): string {
  if (!copies) return encode(cursor);
  const { apiary, parent, id, ...rest } = copies;
  const { step } = rest;
  const sent: SentCopies = { ...rest, parent: START, id: START, place: { step, apiary, parent, id } };
  return encode({ ...cursor, copies: sent });
}
const encode = (cursor: object): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** A step goes on from its place or, if the version before has read in it since, from its beginning. */
function readCopies({ place, parent, id, ...rest }: SentCopies): Copies {
  const isOf = place?.step === rest.step && parent === START && id === START;
  const { apiary, parent: last, id: lastId } = isOf ? place : NOWHERE;
  return { ...rest, apiary, parent: last, id: lastId };
}

/** @throws BAD_USER_INPUT for text that is no cursor, and for the cursor of another account */
export function readSyncCursor(text: string, viewer: string): SyncCursor {
  let cursor: Partial<SentCursor> | null = null;
  try {
    cursor = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // Refused below, like any other text that is not a cursor.
  }
  if (isCursor(cursor) && cursor.viewer === viewer) {
    const { copies, ...rest } = cursor;
    return copies ? { ...rest, copies: readCopies(copies) } : rest;
  }
  throw AppError.badInput([{ field: 'after', message: 'is not a cursor of this list' }]);
}

function isCursor(cursor: Partial<SentCursor> | null): cursor is SentCursor {
  const { system, history, timeline, position, at, expiriesUntil, copies } = cursor ?? {};
  if (history !== undefined && typeof history !== 'string') return false;
  if (typeof system !== 'string' || typeof timeline !== 'string' || !isPosition(position)) return false;
  if (!isMoment(at) || !isMoment(expiriesUntil)) return false;
  if (copies === undefined) return true;
  if (typeof copies !== 'object' || copies === null) return false;
  const { apiaryId, movedAfter, step, parent, id, place } = copies;
  if (apiaryId !== undefined && !isId(apiaryId)) return false;
  if (movedAfter !== undefined && !isPosition(movedAfter)) return false;
  if (place !== undefined && !(place && isId(place.apiary) && isId(place.parent) && isId(place.id))) return false;
  return Number.isSafeInteger(step) && step >= 0 && isId(parent) && isId(id);
}

const isId = (value: unknown): boolean => typeof value === 'string' && isUuid(value);
const isMoment = (value: unknown): boolean => typeof value === 'string' && isTime(value);
const isPosition = (value: Partial<Position> | null | undefined): boolean =>
  typeof value?.xid === 'string' && typeof value.seq === 'string' && DIGITS.test(value.xid) && DIGITS.test(value.seq);
