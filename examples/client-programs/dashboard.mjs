// The first screen of an app, in one request: totals, apiaries, hives that need attention, stock that runs low, the latest inspections.
import assert from 'node:assert/strict';
import { Client } from './client.mjs';

const DASHBOARD = `
  query Dashboard($inspectedBefore: DateTime!, $expiresBefore: LocalDate!) {
    me { username }
    hives: beehives { totalCount }
    healthy: beehives(filter: { health: [HEALTHY] }) { totalCount }
    atRisk: beehives(filter: { health: [AT_RISK] }) { totalCount }
    unhealthy: beehives(filter: { health: [UNHEALTHY] }) { totalCount }
    withSuper: beehives(filter: { productionChamber: true }) { totalCount }
    overdue: beehives(
      first: 5
      filter: { notInspectedSince: $inspectedBefore }
      orderBy: { field: LAST_INSPECTED_AT, direction: ASC }
    ) { totalCount nodes { ...hive } }
    attention: beehives(first: 5, filter: { health: [UNHEALTHY, AT_RISK] }) { totalCount nodes { ...hive } }
    apiaries {
      nodes {
        name
        location
        beehivesCount
        sick: beehives(filter: { health: [UNHEALTHY] }) { totalCount }
        expiring: inventoryItems(first: 3, filter: { expiresBefore: $expiresBefore }) { nodes { itemName expiryDate } }
        inventorySummary { itemsCount lowStockItemsCount }
      }
    }
    lowStock: lowStockItems(first: 5) {
      totalCount
      nodes { itemName quantity minimumStock unit apiary { name } }
    }
    drafts: inspections(filter: { statuses: [DRAFT] }) { totalCount }
    latest: inspections(filter: { statuses: [COMPLETED] }, first: 5) {
      nodes { occurredAt notes beehive { ...hive } answers { questionText asText } }
    }
  }
  fragment hive on Beehive { label health healthStatus lastInspectedAt apiary { name } }`;

const DAY_MS = 86_400_000;
const day = (time) => new Date(time).toISOString().slice(0, 10);
const nameOf = ({ label, apiary }) => `${apiary.name} ${label}`;

const client = new Client();
await client.logIn();
const started = performance.now();
const screen = await client.request(DASHBOARD, {
  inspectedBefore: new Date(Date.now() - 14 * DAY_MS).toISOString(),
  expiresBefore: day(Date.now() + 60 * DAY_MS),
});
const took = Math.round(performance.now() - started);

const { hives, healthy, atRisk, unhealthy, withSuper, overdue, attention, apiaries, lowStock, drafts, latest } = screen;
console.log(`Dashboard of ${screen.me.username}: one request, ${took} ms`);
console.log(
  `  ${hives.totalCount} hives: ${healthy.totalCount} healthy, ${atRisk.totalCount} at risk, ${unhealthy.totalCount} unhealthy; ${withSuper.totalCount} with a honey super`,
);
for (const { name, location, beehivesCount, sick, expiring, inventorySummary } of apiaries.nodes) {
  const { itemsCount, lowStockItemsCount } = inventorySummary;
  const soon = expiring.nodes.map(({ itemName, expiryDate }) => `${itemName} until ${expiryDate}`);
  console.log(
    `  ${name} (${location}): ${beehivesCount} hives, ${sick.totalCount} unhealthy; ${lowStockItemsCount} of ${itemsCount} items low`,
  );
  if (soon.length > 0) console.log(`    expiring: ${soon.join(', ')}`);
}
console.log(`  not inspected for 14 days: ${overdue.totalCount}, first ${overdue.nodes.map(nameOf).join(', ')}`);
console.log(`  need attention: ${attention.nodes.map((hive) => `${nameOf(hive)} (${hive.healthStatus})`).join(', ')}`);
for (const { itemName, quantity, minimumStock, unit, apiary } of lowStock.nodes)
  console.log(`  low stock: ${itemName} in ${apiary.name}: ${quantity} ${unit} of at least ${minimumStock}`);
for (const { occurredAt, notes, beehive, answers } of latest.nodes)
  console.log(`  inspected on ${day(occurredAt)}: ${nameOf(beehive)}, ${answers.length} answers. ${notes ?? ''}`);
console.log(`  ${drafts.totalCount} drafts to finish`);

// The parts agree with each other.
assert(healthy.totalCount + atRisk.totalCount + unhealthy.totalCount <= hives.totalCount);
assert.equal(
  apiaries.nodes.reduce((sum, { beehivesCount }) => sum + beehivesCount, 0),
  hives.totalCount,
);
assert.equal(
  apiaries.nodes.reduce((sum, { sick }) => sum + sick.totalCount, 0),
  unhealthy.totalCount,
);
assert(latest.nodes.length > 0 && overdue.totalCount > 0 && lowStock.totalCount > 0);
