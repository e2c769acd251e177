// Sends raw bytes over TCP, for requests that no HTTP library would send.
import net from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
export interface RawConversation {
  /** All responses except 100 Continue. */
  answers: RawAnswer[];
  /** Received bytes that are not a complete response. */
  rest: string;
  /** Whether the service closed the connection, or nothing more was received within the timeout. */
  end: 'closed' | 'silent';
  ms: number;
}

/** Sends bytes, and receives until there are `wanted` responses, the connection is closed, or the timeout is over. */
export function sendRaw(url: string, bytes: string | Buffer, wanted = 1, timeoutMs = 2000): Promise<RawConversation> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
    let received: Buffer = Buffer.alloc(0);
    const done = (end: RawConversation['end']): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parseResponses(received, true), end, ms: performance.now() - startedAt });
    };
    const timer = setTimeout(() => done('silent'), timeoutMs);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (parseResponses(received).answers.length >= wanted) done('closed');
    });
    socket.on('error', () => {});
    socket.on('close', () => done('closed'));
    socket.write(Buffer.from(bytes as string, 'latin1'));
  });
}

/** @param isComplete whether all bytes were received, so that a response without its announced body (HEAD) counts */
function parseResponses(received: Buffer, isComplete = false): Pick<RawConversation, 'answers' | 'rest'> {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const head = received.indexOf('\r\n\r\n', at);
    if (head < 0) break;
    const [first, ...lines] = received.toString('latin1', at, head).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first!)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const from = head + 4;
    const size = bodySize(headers, received.subarray(from));
    if (received.length < from + size && !isComplete) break;
    if (status !== 100) answers.push({ status, headers, body: received.subarray(from, from + size) });
    at = Math.min(from + size, received.length);
  }
  return { answers, rest: received.toString('latin1', at) };
}

/** Chunked responses come only from Node itself, and are empty. */
function bodySize(
  { 'content-length': length, 'transfer-encoding': encoding }: RawAnswer['headers'],
  body: Buffer,
): number {
  if (encoding !== 'chunked') return Number(length ?? 0);
  const end = body.indexOf('0\r\n\r\n');
  return end < 0 ? Number.POSITIVE_INFINITY : end + 5;
}
