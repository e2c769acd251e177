// Formats the results as Markdown.
import { disturbanceOf } from '../lib/quiet.mjs';
import { againstBefore } from '../lib/statistics.mjs';
import { WORKLOADS } from '../lib/workloads.mjs';
import { sizeSummary, warning } from './texts.mjs';

const number = (value, digits) => (value === undefined ? '–' : value.toFixed(digits));
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) =>
  [row(head), row(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n');
const bold = (id, text) => (id === 'ours' ? `**${text}**` : text);

export function markdown(results) {
  const { about, sizes } = results;
  const disturbance = disturbanceOf(results);
  return [
    '<!-- Written by npm run bench. -->',
    ...(disturbance ? [`**${warning(disturbance)}**`] : []),
    `${about.date}, ${about.cpu}, ${about.memory}, Node ${about.node}, PostgreSQL ${about.postgres}. ` +
      `${about.connections} connections, ${about.rounds} ${about.rounds === 1 ? 'round' : 'rounds'} of ${about.seconds} s, alternating ` +
      `between the servers; load average before the start ${about.load}${about.pinned ? '' : '; processes not bound to cores'}.`,
    'The summaries show the CPU time of a request as multiples of the limit’s, in the cheapest round of each: of the server / of the server ' +
      'and PostgreSQL together. `~`: the CPU time of a request was still falling when the warm-up ended.',
    ...Object.entries(sizes).flatMap(([size, result]) => section(size, result)),
    '',
  ].join('\n\n');
}

function section(size, { summary, facts, rounds, machine }) {
  const workloads = Object.keys(summary);
  const peers = Object.keys(facts);
  const ofEach = (show) => peers.map((id) => [bold(id, id), ...workloads.map((w) => bold(id, show(summary[w][id])))]);
  const costs = againstBefore({ rounds, summary });
  const invalid = rounds.filter((round) => round.invalid);
  return [
    `## Size ${size}`,
    sizeSummary(size),
    table(['server', ...workloads], ofEach(ratios)),
    ...(Object.keys(costs).length > 0 ? [changes(costs)] : []),
    'Memory in MB: after the start, and the peak during each workload. A process serves the workloads one after the other and keeps what it has.',
    table(
      ['server', 'at rest', ...workloads],
      ofEach((figures) => number(figures?.memory, 0)).map(([name, ...peaks], i) => [
        ...[name, bold(peers[i], facts[peers[i]].idleMemory), ...peaks],
      ]),
    ),
    table(
      ['server', 'description', 'start, ms'],
      peers.map((id) => [id, facts[id].title, facts[id].startMs]),
    ),
    ...workloads.map((workload) => details(workload, summary[workload], machine[workload])),
    ...(invalid.length > 0 ? [`Discarded rounds: ${invalid.map(describeInvalid).join('; ')}.`] : []),
  ];
}

const ratios = (figures) =>
  figures?.toLimit === undefined
    ? '–'
    : `${figures.settled ? '' : '~'}${number(figures.toLimit, 2)} / ${number(figures.totalToLimit, 2)}`;

const describeInvalid = ({ peer, workload, round, invalid }) => `${peer} ${workload} ${round + 1} (${invalid})`;

function changes(costs) {
  const workloads = Object.keys(costs);
  const line = (title, name) => [title, ...workloads.map((workload) => number(costs[workload][name], 3))];
  return `CPU time of ours as a multiple of before:\n\n${table(
    ['', ...workloads],
    [
      line('server, cheapest rounds', 'cpu'),
      line('server, median of the rounds', 'medianCpu'),
      line('with PostgreSQL, cheapest rounds', 'totalCpu'),
      line('with PostgreSQL, median of the rounds', 'medianTotalCpu'),
    ],
  )}`;
}

function details(workload, peers, { load, others }) {
  const best = Object.values(peers)[0]?.best;
  const columns = {
    'requests/s': (f) => number(f.perSecond, 0),
    'p50 ms': (f) => number(f.p50, 1),
    'p99 ms': (f) => number(f.p99, 1),
    'CPU s per 1,000': (f) => number(f.cpu, 3),
    'with PostgreSQL': (f) => number(f.totalCpu, 3),
    queries: (f) => number(f.statements, 1),
    'warm-up s': (f) => `${f.settled ? '' : '~'}${f.warmUpS}`,
    '× limit': (f) => number(f.toLimit, 2),
    [`× ${best ?? 'best peer'}`]: (f) => number(f.toBest, 2),
  };
  const rows = Object.entries(peers).map(([id, figures]) => [
    id,
    ...Object.values(columns).map((show) => show(figures)),
  ]);
  const busy = `load average ${load.toFixed(2)} afterwards; other processes kept ${others.toFixed(2)} cores busy`;
  return `**${workload}** ${WORKLOADS[workload]} (${busy})\n\n${table(['server', ...Object.keys(columns)], rows)}`;
}
