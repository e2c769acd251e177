// Responses that are written in pieces while their rows are read, so that memory use stays bounded.
import { once } from 'node:events';
import type { Request, RequestHandler, Response } from 'express';
import { authorize, type FieldAccess } from '../access/guard.js';
import { whenClosed } from '../admission/admission.js';
import type { Context } from '../context.js';
import { RowLimit } from '../database/page-size.js';
import * as entities from '../entities.js';
import { refusals } from '../refusals.js';
import type { Language } from '../shared/language.js';

const MAX_STREAMS_OF_ACCOUNT = 2;
/** Rows are sent together: each piece is a chunk, and a call of the system. */
const MIN_PIECE_LENGTH = 16_384;

/**
 * @param access what the route requires
 * @param open sets the headers, and returns the pieces. What it throws is answered as an error: nothing has been sent.
 */
export function streamToViewer(
  contextOf: (request: Request) => Context,
  access: FieldAccess,
  open: (context: Context, request: Request, response: Response) => Promise<AsyncIterable<string | Buffer>>,
): RequestHandler {
  return async (request, response) => {
    const context = contextOf(request);
    context.rowLimit = new RowLimit();
    await authorize(context, access);
    const { viewer } = context;
    // An unavailable database must be reported before the status 200 is sent.
    await context.access.one(entities.User, viewer.id, ['id']);
    const { streams } = context.shares;
    if (streams.heldBy(viewer.id) >= MAX_STREAMS_OF_ACCOUNT) throw refusals.tooManyExports();
    await streams.take(viewer.id);
    try {
      if (response.closed) return;
      const pieces = await open(context, request, response);
      await send(pieces, response).catch((error: unknown) => breakOff(response, context, error));
      if (!response.closed) await new Promise<void>((resolve) => whenClosed(response, resolve));
    } finally {
      // It is read until here, also after its client has disconnected.
      streams.give(viewer.id);
    }
  };
}

/** What every document in a language of the reader has: nothing keeps a copy of it. @param disposition whether it is saved, and under which name */
export function setDownload(response: Response, language: Language, disposition: string): void {
  response.set({ 'Content-Disposition': disposition, 'Content-Language': language, 'Cache-Control': 'no-store' });
}

async function send(pieces: AsyncIterable<string | Buffer>, response: Response): Promise<void> {
  const closed = once(response, 'close').catch(() => {});
  const write = async (piece: string | Buffer): Promise<void> => {
    // Backpressure: reading waits for the client.
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
  };
  let waiting = '';
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (typeof piece !== 'string') {
      await write(piece);
      continue;
    }
    waiting += piece;
    if (waiting.length < MIN_PIECE_LENGTH) continue;
    await write(waiting);
    waiting = '';
  }
  response.end(waiting);
}

/**
 * Once something has been sent, the status can no longer say that the rest is missing. The last chunk is therefore not sent either: clients
 * report such a transfer as incomplete, and not as a file.
 */
function breakOff(response: Response, { requestLog }: Context, error: unknown): void {
  if (!response.headersSent) {
    response.removeHeader('Content-Disposition');
    throw error;
  }
  // A client that has disconnected is none.
  if (!response.destroyed) requestLog.log.error({ err: error }, 'a download broke off');
  response.destroy();
}
