// The load generator, in a process of its own: each connection sends one request after the other. It uses bare sockets and prepared
// bytes, because a client that parses responses would take the core from PostgreSQL. It checks every status, and some bodies for errors.
// node generator.mjs FILE PORT CONNECTIONS SECONDS OFFSET: prints one line of JSON
import { readFileSync } from 'node:fs';
import net from 'node:net';

const CHECK_BODY_EVERY = 16;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
/** The end of a chunked body. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const [file, port, connections, seconds, offset] = process.argv.slice(2).map((arg, i) => (i === 0 ? arg : Number(arg)));

const requests = readFileSync(file, 'utf8')
  .split('\0')
  .map((text) => Buffer.from(text));
const latencies = [];
const problems = [];
let next = offset % requests.length;
let bytes = 0;
let failed = 0;
let deadline = 0;

/** @returns the length of the response once its headers have arrived, -1 if it is chunked, undefined before that */
function lengthOf(buffer) {
  const end = buffer.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = buffer.latin1Slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined ? -1 : end + 4 + Number(length);
}

function check(buffer) {
  const ok = buffer[9] === 0x32; // HTTP/1.1 2..
  const checksBody = latencies.length % CHECK_BODY_EVERY === 0;
  if (ok && !(checksBody && buffer.includes('"errors"'))) return;
  failed++;
  if (problems.length < 3) problems.push(buffer.toString('utf8', 0, 400));
}

function connect() {
  const socket = net.connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  return new Promise((resolve) => {
    let parts = [];
    let received = 0;
    let expected;
    let sentAt = 0;
    const sendNext = () => {
      sentAt = performance.now();
      if (sentAt >= deadline) return void socket.end();
      socket.write(requests[next]);
      next = (next + 1) % requests.length;
    };
    socket.on('data', (part) => {
      parts.push(part);
      received += part.length;
      if (expected === undefined) {
        if (parts.length > 1) parts = [Buffer.concat(parts)];
        expected = lengthOf(parts[0]);
      }
      const whole =
        expected === -1
          ? part.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
          : expected !== undefined && received >= expected;
      if (!whole) return;
      latencies.push(performance.now() - sentAt);
      bytes += received;
      check(parts.length > 1 ? Buffer.concat(parts) : parts[0]);
      parts = [];
      received = 0;
      expected = undefined;
      sendNext();
    });
    socket.on('connect', sendNext);
    socket.on('error', (error) => {
      failed++;
      problems.push(error.message);
    });
    socket.on('close', () => {
      if (performance.now() < deadline) failed++; // the server closed the connection: one fewer connection sends requests
      resolve();
    });
  });
}

const started = performance.now();
deadline = started + seconds * 1000;
await Promise.all(Array.from({ length: connections }, connect));
const took = (performance.now() - started) / 1000;
const sorted = Float64Array.from(latencies).sort();
const percentile = (p) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
console.log(
  JSON.stringify({
    requests: sorted.length,
    seconds: took,
    bytes,
    failed,
    problems,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }),
);
