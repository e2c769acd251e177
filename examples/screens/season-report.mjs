// The season report of a club as Markdown: hives, losses by cause, honey, treatments and mites of each apiary in a year.
import { logIn, request } from './client.mjs';

const REPORT = `
  query SeasonReport($from: LocalDate!, $to: LocalDate!) {
    me { username }
    apiaries {
      nodes {
        id
        name
        lost: beehives(filter: { endedFrom: $from, endedTo: $to }) { nodes { beehiveNumber endedOn endCause } }
        treatmentRecords(from: $from, to: $to) { nodes { productName activeIngredient beehiveLabel } }
        miteTrend(from: $from, to: $to) { treatPer100 points { date per100 highestPer100 } }
      }
    }
    beehives(filter: { life: ANY }) { nodes { placements { nodes { apiaryId placedOn leftOn } } } }
    honeyYield(by: APIARY, from: $from, to: $to) { nodes { apiaryId grams harvests } }
  }`;

// node season-report.mjs 2026-01-01 2026-10-31; without days, this year until today.
const today = new Date().toISOString().slice(0, 10);
const [from = `${today.slice(0, 4)}-01-01`, to = today] = process.argv.slice(2);

await logIn();
const { me, apiaries, beehives, honeyYield } = await request(REPORT, { from, to });
const placements = beehives.nodes.flatMap((hive) => hive.placements.nodes);

/** Where a hive stood is known by day, also if it has moved since or has ended. */
const hivesOn = (apiary, day) =>
  placements.filter(
    ({ apiaryId, placedOn, leftOn }) => apiaryId === apiary.id && placedOn <= day && (leftOn === null || leftOn > day),
  ).length;

const kilograms = (grams) => `${(grams / 1000).toFixed(1)} kg`;
const groupBy = (rows, key) => {
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups];
};

function writeApiary(apiary) {
  // A hive that was united with another one lives on in it, and one that was sold lives elsewhere.
  const lost = apiary.lost.nodes.filter(({ endCause }) => !['UNITED', 'SOLD'].includes(endCause));
  const honey = honeyYield.nodes.find(({ apiaryId }) => apiaryId === apiary.id);
  const { points, treatPer100 } = apiary.miteTrend;
  const counted = points.filter(({ per100 }) => per100 !== null);
  return [
    `## ${apiary.name}`,
    '',
    `- Hives: ${hivesOn(apiary, from)} on ${from}, ${hivesOn(apiary, to)} on ${to}`,
    `- Losses: ${lost.length}`,
    ...groupBy(lost, ({ endCause }) => endCause).map(([cause, hives]) => {
      const named = hives.map(
        ({ beehiveNumber, endedOn }) => `hive ${beehiveNumber ?? 'without a number'} on ${endedOn}`,
      );
      return `  - ${cause}: ${hives.length} (${named.join(', ')})`;
    }),
    `- Honey: ${honey ? `${kilograms(honey.grams)} in ${honey.harvests} harvests` : 'none'}`,
    `- Treatments: ${apiary.treatmentRecords.nodes.length}`,
    ...groupBy(apiary.treatmentRecords.nodes, ({ productName }) => productName).map(
      ([product, treatments]) =>
        `  - ${product}: ${treatments.length} (hives ${treatments.map((t) => t.beehiveLabel).join(', ')})`,
    ),
    ...(counted.length === 0
      ? ['- Mites: not counted']
      : [
          `- Mites per 100 bees; from ${treatPer100} on, treat:`,
          '',
          '| Day | Average | Highest |',
          '| --- | ---: | ---: |',
          ...counted.map(({ date, per100, highestPer100 }) => `| ${date} | ${per100} | ${highestPer100} |`),
        ]),
    '',
  ].join('\n');
}

const total = honeyYield.nodes.reduce((sum, { grams }) => sum + grams, 0);
console.log(`# Season from ${from} to ${to} of ${me.username}\n`);
console.log(`${apiaries.nodes.length} apiaries, ${kilograms(total)} of honey.\n`);
for (const apiary of apiaries.nodes) console.log(writeApiary(apiary));
