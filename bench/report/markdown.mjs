// Formats the results as Markdown.
import { WORKLOADS } from '../lib/workloads.mjs';

const number = (value, digits) => (value === undefined ? '–' : value.toFixed(digits));
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) =>
  [row(head), row(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n');

export function markdown({ summary, facts, rounds, about }) {
  const workloads = Object.keys(summary);
  const peers = Object.keys(facts);
  const bold = (id, text) => (id === 'ours' ? `**${text}**` : text);
  const ratios = table(
    ['server', ...workloads],
    peers.map((id) => [bold(id, id), ...workloads.map((w) => bold(id, number(summary[w][id]?.toLimit, 2)))]),
  );
  const legend = table(
    ['server', 'description', 'start, ms', 'idle memory, MB'],
    peers.map((id) => [id, facts[id].title, facts[id].startMs, facts[id].idleMemory]),
  );
  const invalid = rounds.filter((round) => round.invalid);
  return [
    '<!-- Written by npm run bench. -->',
    `${about.date}, ${about.cpu}, ${about.memory}, Node ${about.node}, PostgreSQL ${about.postgres}. Size ${about.size}, ` +
      `${about.connections} connections, ${about.rounds} ${about.rounds === 1 ? 'round' : 'rounds'} of ${about.seconds} s, alternating between the servers; load average at the start ${about.load}` +
      `${about.pinned ? '' : '; processes not bound to cores'}.`,
    `CPU time of the server for a request, as a multiple of the limit's (the cheapest round of each):`,
    ratios,
    legend,
    ...workloads.map((workload) => details(workload, summary[workload])),
    ...(invalid.length > 0 ? [`Discarded rounds: ${invalid.map(describeInvalid).join('; ')}.`] : []),
    '',
  ].join('\n\n');
}

const describeInvalid = ({ peer, workload, round, invalid }) => `${peer} ${workload} ${round + 1} (${invalid})`;

function details(workload, peers) {
  const best = Object.values(peers)[0]?.best;
  const head = [
    'server',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU s per 1,000',
    'with PostgreSQL',
    'queries',
    'memory MB',
  ];
  const rows = Object.entries(peers).map(([id, f]) => [
    id,
    number(f.perSecond, 0),
    number(f.p50, 1),
    number(f.p99, 1),
    number(f.cpu, 3),
    number(f.totalCpu, 3),
    number(f.statements, 1),
    number(f.memory, 0),
    number(f.toLimit, 2),
    number(f.toBest, 2),
  ]);
  return `**${workload}** ${WORKLOADS[workload]}\n\n${table([...head, '× limit', `× ${best ?? 'best peer'}`], rows)}`;
}
