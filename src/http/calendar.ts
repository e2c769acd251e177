// The calendars that programs subscribe to (RFC 5545). The token in the path is all that they send; it is in no log and no trace (`toLoggedPath`).
import type { Request, RequestHandler } from 'express';
import type { Context } from '../context.js';
import { readCalendar } from '../features/calendars/read-calendar.commands.js';
import { namesTag } from '../rest/entity-tag.js';

export const CALENDAR_BASE = '/calendar';
/**
 * Every path below is answered here, also one that cannot be decoded, so that nothing distinguishes a malformed token from one that is
 * unknown.
 */
export const CALENDAR_PATH = /^\/calendar(?:\/|$)/i;
/** The path of the log and of traces. */
const ROUTE = `${CALENDAR_BASE}/:token.ics`;
const TOKEN = /^\/([^/]+)\.ics$/;

export const sendCalendar =
  (contextOf: (request: Request) => Context): RequestHandler =>
  async (request, response) => {
    const context = contextOf(request);
    context.requestLog.route = ROUTE;
    const { body, etag } = await readCalendar(context, TOKEN.exec(request.path.slice(CALENDAR_BASE.length))?.[1] ?? '');
    // Programs keep what they have read, and ask whether it is still the same.
    response.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
    if (namesTag(request.headers['if-none-match'], etag)) {
      response.status(304).end();
      return;
    }
    response.set('Content-Disposition', 'inline; filename="beekeeping.ics"');
    response.type('text/calendar; charset=utf-8').send(body);
  };
