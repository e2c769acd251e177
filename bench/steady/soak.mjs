// Memory under mixed load. What survives a garbage collection must not grow with the number of requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../lib/statistics.mjs';
import { startLoad } from './load.mjs';

const SAMPLE_EVERY_S = 10;
const MIN_SAMPLES = 24;
const WARM_UP_SHARE = 0.25;
const MB = 2 ** 20;
/** Above this share of failed and skipped requests, the load was not the intended one. */
const MAX_MISSED_SHARE = 0.01;
const MAX_GROWTH = { share: 0.05, mb: 10 };

export const samplesOf = (minutes) => Math.max(MIN_SAMPLES, Math.round((minutes * 60) / SAMPLE_EVERY_S));

export async function soak({ server, requests, minutes, rate, progress }) {
  const count = samplesOf(minutes);
  const samples = [];
  const stop = startLoad(server.port, requests, rate);
  const started = performance.now();
  for (let i = 1; i <= count; i++) {
    await sleep(started + (i * minutes * 60_000) / count - performance.now());
    const { rss, heapUsed, external } = await server.query('memory');
    const seconds = (performance.now() - started) / 1000;
    samples.push({ seconds, rss: rss / MB, heapUsed: heapUsed / MB, external: external / MB });
    progress.show(`mixed load: ${Math.round(seconds)} s, heap ${(heapUsed / MB).toFixed(1)} MB`);
    progress.done();
  }
  const load = await stop();
  const rss = trendOf(samples, 'rss');
  const heapUsed = trendOf(samples, 'heapUsed');
  const loaded = load.failed + load.skipped <= MAX_MISSED_SHARE * load.requests;
  return { minutes, rate, load, loaded, rss, heapUsed, samples, ok: rss.steady && heapUsed.steady && loaded };
}

export function trendOf(samples, name) {
  const rest = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const values = rest.map((sample) => sample[name]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const perSecond = theilSen(rest.map((sample) => [sample.seconds, sample[name]]));
  const growth = perSecond * (rest.at(-1).seconds - rest[0].seconds);
  const steady = growth < MAX_GROWTH.share * mean || growth < MAX_GROWTH.mb;
  return { mean, least: Math.min(...values), most: Math.max(...values), perMinute: perSecond * 60, growth, steady };
}

/** The median of the slopes between any two points: a few outliers do not move it. */
function theilSen(points) {
  const slopes = points.flatMap(([x, y], i) => points.slice(i + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)));
  return median(slopes);
}
