const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const percent = (share) => `${Math.round(share * 100)} %`;
const mb = (value) => value.toFixed(1);
const yesOrNo = (ok) => (ok ? 'yes' : '**no**');
const MAX_ROWS = 12;

const row = (...cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(...head), row(...head.map((_, i) => (i ? '---:' : '---'))), ...rows].join('\n');
const footOf = ({ date, machine }) =>
  `${date.slice(0, 16).replace('T', ' ')} UTC, ${machine.cpu}, load average ${machine.load}`;

function soak({ minutes, load, loaded, rss, heapUsed, samples, ok }) {
  const trend = (name, { mean, least, most, perMinute, growth, steady }) =>
    row(name, mb(mean), `${mb(least)} to ${mb(most)}`, perMinute.toFixed(3), mb(growth), yesOrNo(steady));
  const every = Math.ceil(samples.length / MAX_ROWS);
  const shown = samples.filter((_, i) => (i + 1) % every === 0);
  return [
    `## Memory: ${ok ? 'steady' : loaded ? 'not steady' : 'unknown, because the intended load was not reached'}`,
    `${minutes} minutes of alternating W7 and W7R: ${load.requests} requests, ${load.perSecond.toFixed(0)}/s, ${load.failed} failed, ${load.skipped} skipped; ` +
      `p50 ${ms(load.p50)}, p99 ${ms(load.p99)}. After a forced garbage collection, in MB; the trend is the Theil–Sen estimator without the first quarter. ` +
      'Steady means a growth of less than 5 % of the mean or less than 10 MB.',
    ...load.problems.map((problem) => `Failed: ${problem}`),
    table(['', 'mean', 'range', 'per minute', 'growth', 'steady'], [trend('RSS', rss), trend('heap used', heapUsed)]),
    table(
      ['second', 'RSS', 'heap used', 'external'],
      shown.map(({ seconds, rss: r, heapUsed: h, external }) => row(seconds.toFixed(0), mb(r), mb(h), mb(external))),
    ),
  ];
}

const both = ({ p50, p99 }) => [ms(p50), ms(p99)];

function logins({ atOnce, calm, quiet, bursts, ok }) {
  const line = (name, { delay, ping, hives, answered, last }) =>
    row(
      ...[name, ms(delay.p99), ms(delay.max), percent(delay.waited), ...both(ping), ...both(hives)],
      ...(answered === undefined ? ['', ''] : [`${answered} of ${atOnce}`, ms(last)]),
    );
  return [
    `## ${atOnce} concurrent log-ins: ${ok ? 'the event loop is not blocked' : calm ? 'the event loop is delayed' : 'unknown, because other programs use the cores'}`,
    'Meanwhile `{ __typename }` and a list of hives are requested, each every 20 ms. Delay p99 must be below 50 ms. "No core" is the share of time ' +
      'in which the event loop was ready to run but waited for a core that the hashing or another program used.',
    table(
      [
        '',
        'delay p99',
        'delay max',
        'no core',
        '`__typename` p50',
        'p99',
        'hives p50',
        'p99',
        'successful log-ins',
        'completed after',
      ],
      [line('without log-ins', quiet), ...bursts.map((one, i) => line(`burst ${i + 1}`, one))],
    ),
  ];
}

function starts({ service, npm, below, belowMb, ok }) {
  const line = (name, { median, times, cpu, memory }, limit) =>
    row(name, `${median} ms`, times.join(', '), `${limit} ms`, yesOrNo(median < limit), `${cpu} ms`, `${memory} MB`);
  return [
    `## Starting: ${ok ? 'fast enough' : 'too slow'}`,
    'From spawn to the first 200 of `/readyz`. CPU time is the median of the total of all processes until then, which other work does not lengthen. Memory is that of all processes at rest; `npm start` includes npm and PostgreSQL.',
    table(
      ['', 'median', 'runs', 'limit', 'met', 'CPU time', 'memory at rest'],
      [
        line('`node dist/bundle/main.js`, production, existing database', service, below.service),
        line('`npm start`, everything built, embedded database created', npm, below.npm),
      ],
    ),
    `The service alone must need less than ${belowMb} MB: ${yesOrNo(service.memory < belowMb)}.`,
  ];
}

function sizeCost({ rate, below, workloads, ok }) {
  const rows = Object.entries(workloads).flatMap(([workload, { figures, ratio }]) =>
    Object.entries(figures).map(([name, { service, postgres, total }]) =>
      row(
        ...[`${workload} on ${name}`, service.toFixed(2), postgres.toFixed(2), total.toFixed(2)],
        ...['service', 'postgres', 'total'].map((part) => (name === 'L' ? `${ratio[part].toFixed(2)}×` : '')),
      ),
    ),
  );
  return [
    `## Cost by the size of the database: ${ok ? 'independent of it' : 'grows with it'}`,
    `CPU time in milliseconds per request, at ${rate}/s. The same requests of 100 accounts are sent to S (100 accounts) and to L (5,000); for comparison, ` +
      `L also receives requests of all 5,000 accounts. L/S of the total must be below ${below}.`,
    table(['', 'service', 'PostgreSQL', 'total', 'service L/S', 'PostgreSQL L/S', 'total L/S'], rows),
  ];
}

function subscriptions({ count, rate, kb, figures, ratio, failed, events, below, ok }) {
  const line = (name, { p50, p99, cpu }) => row(name, ms(p50), ms(p99), `${cpu.toFixed(2)} ms`);
  return [
    `## ${count} subscriptions: ${ok ? 'cheap enough' : 'too expensive'}`,
    `${rate} updates of hives per second (W4), the fastest of the rounds; ${events} events arrived, ${failed} requests failed. A subscription takes ${kb.rss.toFixed(1)} kB of memory ` +
      `(${kb.heap.toFixed(1)} kB of it in V8 and its buffers), which must be below ${below.kb} kB; a write takes ${ratio.toFixed(2)} times as long (p50), which must be below ${below.ratio}.`,
    table(
      ['', 'p50', 'p99', 'CPU time of the service'],
      [line('without', figures.without), line('with', figures.with)],
    ),
  ];
}

function readings({ devices, kinds, load, cores, batch, seriesMs, years, max, ok }) {
  return [
    `## Readings of ${devices} devices: ${ok ? 'cheap enough' : 'too expensive'}`,
    `${kinds} kinds, four times an hour: ${load.perSecond.toFixed(1)} requests per second, ${load.failed} failed, p50 ${ms(load.p50)}. The service and PostgreSQL ` +
      `together take ${cores.toFixed(2)} of a core, which must be at most ${max.cores}. A batch of ${batch.recorded} readings takes ${Math.round(batch.cpu)} ms of CPU time. ` +
      `A series of ${years} years takes ${ms(seriesMs)} (p50), which must be at most ${max.seriesMs} ms.`,
  ];
}

const SECTIONS = { soak, logins, starts, subscriptions, readings, 'size-cost': sizeCost };

export function markdown(results) {
  const parts = Object.keys(SECTIONS).filter((part) => results[part]);
  const sections = parts.flatMap((part) => [...SECTIONS[part](results[part]), footOf(results[part])]);
  return `${['# Steadiness', ...sections].join('\n\n')}\n`;
}
