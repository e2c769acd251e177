// Receives webhooks: verifies who sent a request, answers at once, forgets copies, and reads the record that has changed.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** Copies of an event have its id. A receiver with a database stores the ids there, together with what it does. */
const MAX_KNOWN_IDS = 10_000;
/** Events have less than 1 kB. */
const MAX_BYTES = 65_536;

/**
 * @param getSecret returns the secret of the webhook
 * @param handle gets each event once, after the answer
 */
export function createReceiver(getSecret, handle) {
  const known = new Set();
  return createServer(async (request, response) => {
    const answer = (status) => response.writeHead(status).end();
    try {
      const text = await readText(request);
      if (text === undefined) return answer(413);
      let event;
      try {
        // Throws for a signature of another secret, and for a request that somebody has recorded and repeats after five minutes.
        event = new Webhook(getSecret()).verify(text, request.headers);
      } catch {
        return answer(401);
      }
      // The service waits ten seconds: what takes time comes after the answer.
      answer(204);
      const id = request.headers['webhook-id'];
      if (known.has(id)) return;
      known.add(id);
      if (known.size > MAX_KNOWN_IDS) known.delete(known.values().next().value);
      await handle(event);
    } catch (error) {
      console.error(error.message);
      if (!response.headersSent) answer(500);
    }
  });
}

/** The bytes as they came: the signature is that of these, and not of JSON that was parsed and written again. */
async function readText(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MAX_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
