import { parseArgs } from 'node:util';
import { PEERS } from '../peers/index.mjs';
import { SIZES } from './places.mjs';
import { WORKLOADS } from './workloads.mjs';

export const HELP = `npm run bench -- [options]

  --quick                 in a minute: the limit, this service and the strongest others, one short round
  --size S|L              S: 100 accounts, 6,000 hives, 9,000 items; L: 5,000 accounts, 300,000 hives, 450,000 items
  --peers a,b             ${PEERS.map(({ id }) => id).join(',')}
  --workloads W1,W2       ${Object.keys(WORKLOADS).join(',')}
  --rounds 3              how often each server is measured, in turns
  --seconds 2             how long a round takes
  --warm-up 2             seconds before the first round, and 2,000 requests (8 seconds at most)
  --connections 16
  --profile PEER WORKLOAD where that server's CPU goes, by layer
  --write                 also writes docs/performance-table.md and docs/images/performance.svg
  --help

Results: bench/out/results.md, results.svg and results.json. Servers' logs: bench/out/<peer>.log.

${Object.entries(WORKLOADS)
  .map(([name, what]) => `  ${name.padEnd(4)} ${what}`)
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

function among(kind, known, names) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such ${kind}: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return names;
}

function positive(name, value) {
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
  const said = { size: 'S', connections: '16', ...(values.quick ? QUICK : NORMAL), ...values };
  const ids = PEERS.map(({ id }) => id);
  const workloads = Object.keys(WORKLOADS);
  among('size', Object.keys(SIZES), [said.size]);
  const options = {
    ...{ help: said.help, quick: said.quick, write: said.write, size: said.size },
    peers: among('peer', ids, said.peers.split(',')).map((id) => PEERS.find((peer) => peer.id === id)),
    workloads: among('workload', workloads, said.workloads.split(',')),
    rounds: positive('rounds', said.rounds),
    seconds: positive('seconds', said.seconds),
    warmUp: positive('warm-up', said['warm-up']),
    leastWarmUp: said.quick ? 0 : 2000,
    connections: positive('connections', said.connections),
  };
  if (said.profile === undefined) return options;
  const [workload = 'W1'] = among('workload', workloads, positionals);
  const [id] = among('peer', ids, [said.profile]);
  const profile = { peer: PEERS.find((peer) => peer.id === id), workload };
  return { ...options, profile, seconds: positive('seconds', values.seconds ?? '5') };
}
