// Load at a fixed rate. A request is due at a fixed time, however slow the earlier ones are, and its latency counts from that time on.
import { createHistogram } from 'node:perf_hooks';
import { refused, send } from '../lib/http.mjs';

/** The most concurrent requests; further ones are skipped and reported. On a busy machine they would pile up and distort the result. */
const MAX_OPEN_REQUESTS = 200;

/** @returns a function that stops the load and returns its results */
export function startLoad(port, requests, rate) {
  const latency = createHistogram();
  const open = new Set();
  const problems = [];
  let failed = 0;
  let skipped = 0;
  let sent = 0;
  let timer;

  const fail = (problem) => {
    failed++;
    if (problems.length < 3) problems.push(problem);
  };
  async function sendAt(request, due) {
    try {
      const response = await send(port, request);
      if (refused(response)) fail(`${response.status} ${JSON.stringify(response.json)?.slice(0, 300)}`);
    } catch (error) {
      fail(`${error.message} ${error.cause?.message ?? ''}`);
    }
    latency.record(Math.max(1, Math.round((performance.now() - due) * 1000)));
  }

  const started = performance.now();
  const dueAt = (n) => started + (n * 1000) / rate;
  function next() {
    const now = performance.now();
    for (; dueAt(sent) <= now; sent++) {
      if (open.size >= MAX_OPEN_REQUESTS) {
        skipped++;
        continue;
      }
      const pending = sendAt(requests[sent % requests.length], dueAt(sent));
      open.add(pending);
      pending.finally(() => open.delete(pending));
    }
    timer = setTimeout(next, dueAt(sent) - now);
  }
  next();

  return async () => {
    clearTimeout(timer);
    const perSecond = ((sent - skipped) * 1000) / (performance.now() - started);
    await Promise.all(open);
    const ms = (microseconds) => microseconds / 1000;
    const [p50, p99, max] = [latency.percentile(50), latency.percentile(99), latency.max].map(ms);
    return { requests: sent - skipped, perSecond, failed, skipped, problems, p50, p99, max };
  };
}

/** Alternates between the lists. */
export const interleave = (...lists) => lists[0].flatMap((_, i) => lists.map((list) => list[i]));
