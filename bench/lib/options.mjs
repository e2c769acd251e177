import { parseArgs } from 'node:util';
import { oursAt, PEERS } from '../peers/index.mjs';
import { SIZES } from './places.mjs';
import { WORKLOADS } from './workloads.mjs';

export const HELP = `npm run bench -- [options]

  --quick                 about two minutes: the limit, this service and the strongest others, one short round, too short to warm up
  --size S                S: 100 accounts, 6,000 hives, 9,000 items; L: 5,000 accounts, 300,000 hives, 450,000 items; S,L: both
  --servers a,b           ${PEERS.map(({ id }) => id).join(',')}
  --servers-l a,b         those on size L, which takes long; if omitted, the same
  --workloads W1,W2       ${Object.keys(WORKLOADS).join(',')}
  --rounds 3              number of rounds, in which the servers alternate
  --seconds 2             duration of a round
  --ours-at PATH          also measures the built service of another checkout, as the server "before"
  --memberships           every account is a member of another one's apiary, so that each statement reads its memberships
  --warm-up 2             minimum seconds for each server; it lasts until the CPU time of a request stops falling on all
  --max-warm-up 20        maximum seconds
  --connections 16        connections of the load generator
  --profile PEER WORKLOAD CPU time of one server, by layer, package and function
  --write                 also writes bench/performance-table.md and docs/images/performance.svg, unless other work runs on the machine
  --anyway                writes them even so, with a warning
  --help

Results: bench/out/results.md, results.svg and results.json. Servers' logs: bench/out/<peer>.log.

${Object.entries(WORKLOADS)
  .map(([name, title]) => `  ${name.padEnd(4)} ${title}`)
  .join('\n')}`;

const QUICK = {
  servers: 'limit,ours,fastify,mercurius',
  workloads: 'W1,W2,W3,W4,W5',
  rounds: '1',
  seconds: '1',
  'warm-up': '1',
  'max-warm-up': '3',
};
const NORMAL = {
  servers: PEERS.map(({ id }) => id).join(),
  workloads: Object.keys(WORKLOADS).join(),
  rounds: '3',
  seconds: '2',
  'warm-up': '2',
  'max-warm-up': '20',
};
const text = { type: 'string' };
const flag = { type: 'boolean' };

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
      ...{ quick: flag, write: flag, anyway: flag, help: flag, memberships: flag },
      ...{
        size: text,
        servers: text,
        'servers-l': text,
        'ours-at': text,
        workloads: text,
        rounds: text,
        seconds: text,
      },
      ...{ 'warm-up': text, 'max-warm-up': text },
      ...{ connections: text, profile: text },
    },
  });
  const settings = { size: 'S', connections: '16', ...(values.quick ? QUICK : NORMAL), ...values };
  const ids = PEERS.map(({ id }) => id);
  const workloads = Object.keys(WORKLOADS);
  if (settings.write && (settings.quick || settings['ours-at'] || settings.memberships)) {
    throw new Error('--write is for a whole run, without --quick, --ours-at and --memberships');
  }
  const peersNamed = (names) => {
    const servers = requireKnown('server', ids, names.split(','));
    const peers = servers.map((id) => PEERS.find((peer) => peer.id === id));
    if (!settings['ours-at']) return peers;
    if (!servers.includes('ours')) throw new Error('--ours-at is compared with ours: add it to --servers');
    return peers.toSpliced(servers.indexOf('ours'), 0, oursAt(settings['ours-at']));
  };
  const peers = { S: peersNamed(settings.servers), L: peersNamed(settings['servers-l'] ?? settings.servers) };
  const options = {
    memberships: settings.memberships ?? false,
    ...{ help: settings.help, quick: settings.quick, write: settings.write, anyway: settings.anyway, peers },
    sizes: requireKnown('size', Object.keys(SIZES), settings.size.split(',')),
    workloads: requireKnown('workload', workloads, settings.workloads.split(',')),
    rounds: requirePositive('rounds', settings.rounds),
    seconds: requirePositive('seconds', settings.seconds),
    warmUp: requirePositive('warm-up', settings['warm-up']),
    maxWarmUp: requirePositive('max-warm-up', settings['max-warm-up']),
    minWarmUpRequests: settings.quick ? 0 : 2000,
    connections: requirePositive('connections', settings.connections),
  };
  if (settings.profile === undefined) return options;
  const [workload = 'W1'] = requireKnown('workload', workloads, positionals);
  const [id] = requireKnown('server', ids, [settings.profile]);
  const profile = { peer: PEERS.find((peer) => peer.id === id), workload };
  return { ...options, profile, size: options.sizes[0], seconds: requirePositive('seconds', values.seconds ?? '5') };
}
