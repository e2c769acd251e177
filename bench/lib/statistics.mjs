// Computes the figures from the rounds. Noise only ever adds CPU time, so the cheapest round of each server is compared.
import { ANCHORS, BASE, BEFORE, OWN } from '../peers/index.mjs';
import { GRAPHQL } from './workloads.mjs';

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns workload → peer → figures, without those that had no valid round */
export function summarize({ rounds, facts }) {
  const summary = {};
  for (const { workload, peer } of rounds) {
    summary[workload] ??= {};
    summary[workload][peer] ??= figuresOf(
      rounds.filter((round) => round.workload === workload && round.peer === peer && !round.invalid),
      facts[peer].verified[workload],
    );
  }
  for (const [workload, peers] of Object.entries(summary)) {
    for (const [id, figures] of Object.entries(peers)) if (!figures) delete peers[id];
    compare(workload, peers);
  }
  return summary;
}

function figuresOf(rounds, { statements, warmUpS, settled }) {
  if (rounds.length === 0) return undefined;
  const of = (name) => rounds.map((round) => round[name]);
  return {
    perSecond: median(of('perSecond')),
    p50: median(of('p50')),
    p99: median(of('p99')),
    cpu: Math.min(...of('cpu')),
    totalCpu: Math.min(...rounds.map(({ cpu, databaseCpu }) => cpu + databaseCpu)),
    ...{ statements, warmUpS, settled },
    memory: Math.max(...of('memory')),
  };
}

/** The best peer is one that does the same work: over GraphQL, a server that implements GraphQL. */
function isPeer(workload, id) {
  if ([...OWN, BASE].includes(id)) return false;
  return !(GRAPHQL.includes(workload) && ANCHORS.includes(id));
}

function compare(workload, peers) {
  const best = Object.entries(peers)
    .filter(([id]) => isPeer(workload, id))
    .sort(([, a], [, b]) => a.cpu - b.cpu)[0];
  for (const figures of Object.values(peers)) {
    figures.toLimit = peers[BASE] && figures.cpu / peers[BASE].cpu;
    figures.totalToLimit = peers[BASE] && figures.totalCpu / peers[BASE].totalCpu;
    figures.toBest = best && figures.cpu / best[1].cpu;
    figures.best = best?.[0];
  }
}

/** @returns workload → what the service costs as a multiple of the other checkout: the cheapest rounds, and the median of the pairs */
export function againstBefore({ rounds, summary }) {
  const costs = {};
  for (const [workload, { ours, [BEFORE]: before }] of Object.entries(summary)) {
    if (!ours || !before) continue;
    const valid = (id) => rounds.filter((row) => row.workload === workload && row.peer === id && !row.invalid);
    const pairs = valid('ours').flatMap((row) => {
      const other = valid(BEFORE).find(({ round }) => round === row.round);
      return other ? [{ row, other }] : [];
    });
    const medianOf = (cost) =>
      pairs.length > 0 ? median(pairs.map(({ row, other }) => cost(row) / cost(other))) : undefined;
    costs[workload] = {
      cpu: ours.cpu / before.cpu,
      totalCpu: ours.totalCpu / before.totalCpu,
      medianCpu: medianOf(({ cpu }) => cpu),
      medianTotalCpu: medianOf(({ cpu, databaseCpu }) => cpu + databaseCpu),
    };
  }
  return costs;
}
