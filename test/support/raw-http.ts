// HTTP as it is on the wire: for requests that no client library would send.
import net from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
export interface RawConversation {
  /** Without those that only say to go on (100). */
  answers: RawAnswer[];
  /** What came and was no whole answer. */
  rest: string;
  /** Whether the service ended the connection, or nothing more came in time. */
  end: 'closed' | 'silent';
  ms: number;
}

/** Sends bytes, and listens until so many answers have come, the connection is closed, or the time is over. */
export function sendRaw(url: string, bytes: string | Buffer, wanted = 1, patience = 2000): Promise<RawConversation> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
    let received: Buffer = Buffer.alloc(0);
    const done = (end: RawConversation['end']): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...answersIn(received, true), end, ms: performance.now() - began });
    };
    const timer = setTimeout(() => done('silent'), patience);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (answersIn(received).answers.length >= wanted) done('closed');
    });
    socket.on('error', () => {});
    socket.on('close', () => done('closed'));
    socket.write(Buffer.from(bytes as string, 'latin1'));
  });
}

/** @param isAll whether nothing more comes, so that an answer without the body that it announces (HEAD) is one */
function answersIn(received: Buffer, isAll = false): Pick<RawConversation, 'answers' | 'rest'> {
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
    const size = sizeOf(headers, received.subarray(from));
    if (received.length < from + size && !isAll) break;
    if (status !== 100) answers.push({ status, headers, body: received.subarray(from, from + size) });
    at = Math.min(from + size, received.length);
  }
  return { answers, rest: received.toString('latin1', at) };
}

/** Chunks are only what Node itself answers in, with nothing in them. */
function sizeOf(
  { 'content-length': length, 'transfer-encoding': encoding }: RawAnswer['headers'],
  body: Buffer,
): number {
  if (encoding !== 'chunked') return Number(length ?? 0);
  const end = body.indexOf('0\r\n\r\n');
  return end < 0 ? Number.POSITIVE_INFINITY : end + 5;
}
