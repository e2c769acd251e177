import { setImmediate as iteration } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Scheduler } from '../../src/http/scheduler.js';

const SLICE_MS = 10;
const MAX_WAITING = 500;

/** Work that keeps the event loop from everything else for longer than a slice. */
function workForASlice(): void {
  const end = performance.now() + SLICE_MS + 2;
  while (performance.now() < end);
}

it('begins work in slices, in its order, and lets the event loop iterate in between', async () => {
  const scheduler = new Scheduler();
  const events: string[] = [];
  await scheduler.next();
  workForASlice();
  const all = ['a', 'b', 'c'].map(async (name) => {
    await scheduler.next();
    workForASlice();
    events.push(name);
  });
  const others = (async () => {
    for (let i = 0; i < 200; i++) {
      await iteration();
      events.push('.');
    }
  })();
  await Promise.all([...all, others]);
  expect(events.filter((event) => event !== '.')).toEqual(['a', 'b', 'c']);
  const between = events
    .join('')
    .match(/a(\.+)b(\.+)c/)!
    .slice(1);
  for (const iterations of between) expect(iterations.length).toBeGreaterThan(50);
});

it('refuses work when too much waits, and accepts it again afterwards', async () => {
  const scheduler = new Scheduler();
  await scheduler.next();
  workForASlice();
  const waiting = Array.from({ length: MAX_WAITING }, () => scheduler.next());
  await expect(scheduler.next()).rejects.toMatchObject({ extensions: { code: 'UNAVAILABLE', retryAfter: 1 } });
  await Promise.all(waiting);
  await scheduler.next();
});
