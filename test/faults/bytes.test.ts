// Some rows of the table of bytes.faults.ts, others with each commit. Nothing is measured in time: the machine is busy with other tests.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Crowd } from '../support/bytes/crowd.js';
import { WAYS_OUT } from '../support/bytes/ways-out.js';

jest.setTimeout(180_000);

const ACCOUNTS = 3;
const READING_MS = 1000;
const ROWS = 4;

/** Those of the same commit are the same; without a history, the first. */
const commits = Number(spawnSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' }).stdout) || 0;
/** What the service causes by itself is waited for, which takes too long here. */
const quick = WAYS_OUT.filter(({ cause }) => !cause);
const rows = Array.from({ length: ROWS }, (_, n) => quick[(commits * ROWS + n) % quick.length]!);

let crowd: Crowd;
beforeAll(async () => {
  crowd = await Crowd.gather(ACCOUNTS);
});
afterAll(() => crowd?.end());

it.each(rows.map((way) => [way.name, way] as const))('%s, whatever the readers do', async (_name, way) => {
  await crowd.read(way, ACCOUNTS, READING_MS);
});

it('the rows are found', () => {
  expect(WAYS_OUT.length).toBeGreaterThan(90);
});
