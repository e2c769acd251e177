// What the readings of 10,000 devices cost, and the series of five years of one hive: CPU time of the service and PostgreSQL together.
import { setTimeout as sleep } from 'node:timers/promises';
import { refused, send } from '../lib/http.mjs';
import { hiveNumber, id, tokenOf } from '../lib/ids.mjs';
import { cpuOf } from '../lib/machine.mjs';
import { SIZES } from '../lib/places.mjs';
import { startLoad } from './load.mjs';

const DEVICES = 10_000;
const KINDS = ['WEIGHT', 'TEMPERATURE', 'BROOD_TEMPERATURE', 'HUMIDITY', 'SOUND', 'BATTERY'];
/** Each device sends its six kinds at once, four times an hour. */
const RATE = (DEVICES * 4) / 3600;
const SECONDS = 90;
const BATCH = 10_000;
const YEARS = 5;
const SERIES = 50;
const MAX = { cores: 0.5, seriesMs: 30 };
export const READING_STEPS = 4;

const { accounts, apiaries, hives } = SIZES.S;
/** The hives of S, each with the account that owns it. */
const HIVES = Array.from({ length: accounts * apiaries * hives }, (_, i) => {
  const [user, apiary, hive] = [
    1 + (i % accounts),
    1 + (Math.floor(i / accounts) % apiaries),
    1 + Math.floor(i / accounts / apiaries),
  ];
  return { user, hive: id('hive', hiveNumber(SIZES.S, user, apiary, hive)) };
});

const post = ({ user }, readings) => ({
  ...{ method: 'POST', path: '/api/v1/measurements', body: { readings } },
  headers: { authorization: `Bearer ${tokenOf(user)}` },
});
const readingsOf = ({ hive }, at) =>
  KINDS.map((kind, i) => ({ beehive_id: hive, kind, value: 20 + i, measured_at: new Date(at).toISOString() }));

async function sendAll(port, request) {
  const response = await send(port, request);
  if (refused(response)) throw new Error(`${response.status} ${JSON.stringify(response.json)?.slice(0, 300)}`);
  return response.json;
}

/** @param server that of `startWatched` */
export async function readings({ server, database, progress }) {
  const cpu = () => cpuOf(server.pid) + cpuOf(database.pid);
  progress.show('a reading of each kind of each hive');
  for (let user = 1; user <= accounts; user++) {
    const own = HIVES.filter((one) => one.user === user);
    await sendAll(
      server.port,
      post(
        own[0],
        own.flatMap((one) => readingsOf(one, Date.now() - 7_200_000)),
      ),
    );
  }
  progress.done();

  progress.show(`a batch of ${BATCH} readings`);
  const own = HIVES.filter(({ user }) => user === 1);
  const slots = Math.ceil(BATCH / (own.length * KINDS.length));
  const batch = Array.from({ length: slots }, (_, i) =>
    own.flatMap((one) => readingsOf(one, Date.now() - (60 + i) * 60_000)),
  );
  const before = cpu();
  const { recorded_count: recorded } = await sendAll(server.port, post(own[0], batch.flat().slice(0, BATCH)));
  const batchCpu = (cpu() - before) * 1000;
  progress.done();

  // Each request is of another hive and has a time of its own: none is known already.
  const requests = Array.from({ length: Math.ceil(RATE * SECONDS * 1.5) }, (_, i) => {
    const device = HIVES[i % HIVES.length];
    return post(device, readingsOf(device, Date.now() - 3_000_000 + i * 20));
  });
  const [started, at] = [cpu(), performance.now()];
  const stop = startLoad(server.port, requests, RATE);
  await sleep(SECONDS * 1000);
  const load = await stop();
  const cores = ((cpu() - started) * 1000) / (performance.now() - at);
  progress.done();

  progress.show(`series of ${YEARS} years`);
  await database.owner.query(
    `insert into readings.days select s.id, day, 39, 41, 3840, 96
     from generate_series(date_trunc('day', now(), 'UTC') - interval '${YEARS} years', date_trunc('day', now(), 'UTC') - interval '1 day', interval '1 day') day,
       readings.series s where kind = 'WEIGHT' and beehive_id = any($1) on conflict do nothing`,
    [HIVES.slice(0, SERIES).map(({ hive }) => hive)],
  );
  await database.tidy();
  const from = new Date(Date.now() - YEARS * 365.25 * 86_400_000).toISOString();
  const times = [];
  for (const { user, hive } of [...HIVES.slice(0, SERIES), ...HIVES.slice(0, SERIES)]) {
    const query = `{ beehive(id: "${hive}") { series(kind: WEIGHT, from: "${from}", points: 500) { points { at min mean max } } } }`;
    const begun = performance.now();
    const { data } = await sendAll(server.port, {
      ...{ method: 'POST', path: '/graphql', body: { query } },
      headers: { authorization: `Bearer ${tokenOf(user)}` },
    });
    times.push(performance.now() - begun);
    if (data.beehive.series.points.length < 400) throw new Error('a series has too few points');
  }
  const seriesMs = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  progress.done();
  const ok = cores <= MAX.cores && seriesMs <= MAX.seriesMs && load.failed === 0;
  return {
    devices: DEVICES,
    kinds: KINDS.length,
    load,
    cores,
    batch: { recorded, cpu: batchCpu },
    seriesMs,
    years: YEARS,
    max: MAX,
    ok,
  };
}
