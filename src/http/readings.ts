// Receives what devices have measured (features/measurements/reading-formats.rules.ts): bodies in several formats, larger than those of operations.
import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler } from 'express';
import { authorize, type FieldAccess } from '../access/guard.js';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { READERS } from '../features/measurements/reading-formats.rules.js';
import { recordReadings } from '../features/measurements/readings.commands.js';
import { createMessage } from '../messages/message.js';
import { toSnakeCase } from '../shared/text.js';
import { NOT_UTF8, requireFewValues, requireUtf8, tooLarge } from './body.js';
import { askForBody, decompressBody, readBody, requireKnownEncoding } from './read-body.js';

const MAX_BYTES = 2 ** 21;
/** Counted as commas and opening brackets: twelve for each of as many readings as a request can have. */
const MAX_VALUES = 120_000;

/** @param access that of the mutation, which records the same */
export const receiveReadings =
  (contextOf: (request: Request) => Context, access: FieldAccess): RequestHandler =>
  async (request, response) => {
    const context = contextOf(request);
    await authorize(context, access);
    const { headers } = request;
    requireUtf8(headers['content-type'] ?? '');
    const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    const read = READERS.get(type);
    if (!read) {
      const message = createMessage('The body must be one of {types}', { types: [...READERS.keys()] });
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', message);
    }
    requireKnownEncoding(headers);
    if (Number(headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge(MAX_BYTES);
    context.startWriting();
    await context.withShare('uploads', async () => {
      askForBody(request, response);
      const received = await readBody(request, undefined, MAX_BYTES);
      // The client closed the connection before it had sent the whole body.
      if (!received) return;
      const bytes = await decompressBody(received, headers, MAX_BYTES);
      if (!isUtf8(bytes)) throw new AppError('BAD_USER_INPUT', NOT_UTF8);
      // Lines are short, and each is parsed alone.
      if (type !== 'application/x-ndjson') requireFewValues(bytes, MAX_VALUES);
      const { beehive_id: beehiveId } = request.query as { beehive_id?: string };
      const { readings, refusals } = read(bytes.toString().replace(/^\ufeff/, ''), { beehiveId, now: new Date() });
      const { recordedCount, knownCount, refusedCount, refused } = await recordReadings(
        context,
        readings,
        refusals,
      ).catch(inWireNames);
      response.json({
        ...{ recorded_count: recordedCount, known_count: knownCount, refused_count: refusedCount },
        refused: refused.map(({ line, field, message }) => ({ line, field: field && toSnakeCase(field), message })),
      });
    });
  };

function inWireNames(error: unknown): never {
  const fields = error instanceof AppError && error.extensions.fields;
  if (!fields) throw error;
  throw AppError.badInput(fields.map((one) => ({ ...one, field: toSnakeCase(one.field) })));
}
