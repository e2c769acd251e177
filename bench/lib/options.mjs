import { parseArgs } from 'node:util';
import { PEERS } from '../peers/index.mjs';
import { SIZES } from './places.mjs';
import { WORKLOADS } from './workloads.mjs';

export const HELP = `npm run bench -- [options]

  --quick                 about a minute: the limit, this service and the strongest others, one short round
  --size S|L              S: 100 accounts, 6,000 hives, 9,000 items; L: 5,000 accounts, 300,000 hives, 450,000 items
  --peers a,b             ${PEERS.map(({ id }) => id).join(',')}
  --workloads W1,W2       ${Object.keys(WORKLOADS).join(',')}
  --rounds 3              number of rounds, in which the servers alternate
  --seconds 2             duration of a round
  --warm-up 2             seconds before the first round, and 2,000 requests (8 seconds at most)
  --connections 16        connections of the load generator
  --profile PEER WORKLOAD CPU time of one server, by layer, package and function
  --write                 also writes docs/performance-table.md and docs/images/performance.svg
  --help

Results: bench/out/results.md, results.svg and results.json. Servers' logs: bench/out/<peer>.log.

${Object.entries(WORKLOADS)
  .map(([name, title]) => `  ${name.padEnd(4)} ${title}`)
  .join('\n')}`;

const QUICK = {
  peers: 'limit,ours,fastify,mercurius',
  workloads: 'W1,W2,W3,W4,W5',
  rounds: '1',
  seconds: '1',
  'warm-up': '1',
};
const NORMAL = {
  peers: PEERS.map(({ id }) => id).join(),
  workloads: Object.keys(WORKLOADS).join(),
  rounds: '3',
  seconds: '2',
  'warm-up': '2',
};
const text = { type: 'string' };

function requireKnown(kind, known, names) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`unknown ${kind}: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  return names;
}

function requirePositive(name, value) {
  const n = Number(value);
  if (!(n > 0)) throw new Error(`--${name} must be a number above 0`);
  return n;
}

export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ quick: { type: 'boolean' }, write: { type: 'boolean' }, help: { type: 'boolean' } },
      ...{ size: text, peers: text, workloads: text, rounds: text, seconds: text, 'warm-up': text },
      ...{ connections: text, profile: text },
    },
  });
  const settings = { size: 'S', connections: '16', ...(values.quick ? QUICK : NORMAL), ...values };
  const ids = PEERS.map(({ id }) => id);
  const workloads = Object.keys(WORKLOADS);
  requireKnown('size', Object.keys(SIZES), [settings.size]);
  const options = {
    ...{ help: settings.help, quick: settings.quick, write: settings.write, size: settings.size },
    peers: requireKnown('peer', ids, settings.peers.split(',')).map((id) => PEERS.find((peer) => peer.id === id)),
    workloads: requireKnown('workload', workloads, settings.workloads.split(',')),
    rounds: requirePositive('rounds', settings.rounds),
    seconds: requirePositive('seconds', settings.seconds),
    warmUp: requirePositive('warm-up', settings['warm-up']),
    minWarmUpRequests: settings.quick ? 0 : 2000,
    connections: requirePositive('connections', settings.connections),
  };
  if (settings.profile === undefined) return options;
  const [workload = 'W1'] = requireKnown('workload', workloads, positionals);
  const [id] = requireKnown('peer', ids, [settings.profile]);
  const profile = { peer: PEERS.find((peer) => peer.id === id), workload };
  return { ...options, profile, seconds: requirePositive('seconds', values.seconds ?? '5') };
}
