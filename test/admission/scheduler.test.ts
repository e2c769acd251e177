import { setImmediate as iteration } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Scheduler } from '../../src/admission/scheduler.js';
import { unavailable } from '../../src/errors.js';

const SLICE_MS = 10;
const MAX_WAITING = 500;

/** Work that keeps the event loop from everything else for longer than a slice. */
function workForASlice(): void {
  const end = performance.now() + SLICE_MS + 2;
  while (performance.now() < end);
}

it('begins work in slices, in its order, and lets the event loop iterate in between', async () => {
  const scheduler = new Scheduler(unavailable);
  const events: string[] = [];
  await scheduler.next('ana');
  workForASlice();
  const all = ['a', 'b', 'c'].map(async (name) => {
    await scheduler.next('ana');
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
  const scheduler = new Scheduler(unavailable);
  await scheduler.next('ana');
  workForASlice();
  const waiting = Array.from({ length: MAX_WAITING }, () => scheduler.next('ana'));
  await expect(scheduler.next('ana')).rejects.toMatchObject({ extensions: { code: 'UNAVAILABLE', retryAfter: 1 } });
  await Promise.all(waiting);
  await scheduler.next('ana');
});

it('lets clients take turns, so that one with much work does not delay another', async () => {
  const scheduler = new Scheduler(unavailable);
  await scheduler.next('greedy');
  workForASlice();
  const begun: string[] = [];
  const all = [...Array<string>(20).fill('greedy'), 'ana', 'greedy', 'bea'].map(async (name) => {
    await scheduler.next(name);
    begun.push(name);
  });
  await Promise.all(all);
  expect(begun.slice(0, 3)).toEqual(expect.arrayContaining(['ana', 'bea', 'greedy']));
});

it('refuses the work of the client that has the most', async () => {
  const scheduler = new Scheduler(unavailable);
  await scheduler.next('greedy');
  workForASlice();
  const greedy = Array.from({ length: MAX_WAITING }, () =>
    scheduler.next('greedy')!.then(
      () => 'begun',
      () => 'refused',
    ),
  );
  await scheduler.next('ana');
  expect((await Promise.all(greedy)).filter((outcome) => outcome === 'refused')).toHaveLength(1);
});
