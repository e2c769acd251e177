// Answers what Node refuses before there is a request: bytes that are no HTTP, headers that are too large or do not arrive, an expectation that
// nobody meets. Node would answer without a body; here it is the error of the REST API, in English, because no header has been read.
import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Services } from '../context.js';
import { AppError } from '../errors.js';
import { createMessage, type MessageText } from '../messages/message.js';
import { JSON_CONTENT, type Reply, toErrorReply } from '../rest/handler.js';
import { refuseMethod } from '../rest/path-router.js';
import { Language } from '../shared/language.js';
import { responseHeaders } from './headers.js';

type Refusal = [status: number, code: 'BAD_USER_INPUT' | 'PAYLOAD_TOO_LARGE', message: MessageText];

const MALFORMED: Refusal = [400, 'BAD_USER_INPUT', 'The request is malformed'];
/** By the code of Node's error. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'PAYLOAD_TOO_LARGE',
    createMessage('The headers must not exceed {max}kb', { max: http.maxHeaderSize / 1024 }),
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'PAYLOAD_TOO_LARGE', 'The request is malformed'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'BAD_USER_INPUT', 'The request has not arrived in time'],
};
const UNEXPECTED: Refusal = [417, 'BAD_USER_INPUT', 'Expect is not supported, but for 100-continue'];

/** All that there are: a tunnel has no path. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** @returns a response that closes the connection */
function createReply(status: number, error: AppError, others: string[] = []): Reply & { json: string } {
  const { headers, json } = toErrorReply(error.present(Language.EN));
  const own = ['Content-Type', JSON_CONTENT, 'Content-Length', String(Buffer.byteLength(json!)), 'Connection', 'close'];
  return { status, headers: [...responseHeaders(randomUUID()), ...headers, ...others, ...own], json: String(json) };
}
const refuse = ([status, code, message]: Refusal): ReturnType<typeof createReply> =>
  createReply(status, new AppError(code, message));

export function answerUnreadable(
  httpServer: Server,
  { metrics, admission }: Pick<Services, 'metrics' | 'admission'>,
): void {
  const { lingering, open } = admission;
  const count = (status: number): void => metrics?.request('other', 'none', status, 0);
  httpServer.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) => {
    // Nothing is written into a response that has begun, or to a client that is gone.
    if (socket.writable && error.code !== 'ECONNRESET' && !socket._httpMessage?.headersSent) {
      const reply = refuse(REFUSALS[error.code ?? ''] ?? MALFORMED);
      socket.end(toBytes(reply));
      count(reply.status);
      lingering.close(socket);
    } else socket.destroySoon();
  });
  // Node would close the connection without a word.
  httpServer.on('connect', ({ method }: IncomingMessage, socket: Duplex) => {
    if (socket.destroyed) return;
    const reply = createReply(405, refuseMethod(method!, METHODS), ['Allow', METHODS.join(', ')]);
    socket.on('error', () => {});
    socket.end(toBytes(reply));
    count(reply.status);
    lingering.close(socket as Socket);
  });
  httpServer.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    lingering.leaveUnread(request, response, () => open.closesConnections);
    const { status, headers, json } = refuse(UNEXPECTED);
    response.writeHead(status, headers).end(json);
    count(status);
  });
}

function toBytes({ status, headers, json }: Reply & { json: string }): string {
  const lines = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${json}`;
}
