// The season report of a club as Markdown: hives, losses by cause, honey, treatments and mites of each apiary in a year.
import { logIn, request } from './client.mjs';

const REPORT = `
  query SeasonReport($from: LocalDate!, $to: LocalDate!) {
    me { username }
    statistics { period(from: $from, to: $to) { honeyGrams } }
    apiaries {
      nodes {
        name
        statistics {
          period(from: $from, to: $to) {
            beehivesBefore
            beehivesAfter
            honeyGrams
            lossesCount
            lossesByCause { cause beehivesCount }
            yearBefore { honeyGrams lossesCount }
          }
        }
        treatmentRecords(filter: { from: $from, to: $to }) { nodes { productName beehiveLabel } }
        miteTrend(from: $from, to: $to) { mitesToTreat points { date per100 highestPer100 } }
      }
    }
  }`;

// node season-report.mjs 2026-01-01 2026-10-31; without days, this year until today.
const today = new Date().toISOString().slice(0, 10);
const [from = `${today.slice(0, 4)}-01-01`, to = today] = process.argv.slice(2);

await logIn();
const { me, statistics, apiaries } = await request(REPORT, { from, to });

const kilograms = (grams) => `${(grams / 1000).toFixed(1)} kg`;
const groupBy = (rows, key) => {
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups];
};

function writeApiary(apiary) {
  const { period } = apiary.statistics;
  const { yearBefore } = period;
  const { points, mitesToTreat } = apiary.miteTrend;
  const counted = points.filter(({ per100 }) => per100 !== null);
  return [
    `## ${apiary.name}`,
    '',
    `- Hives: ${period.beehivesBefore} before, ${period.beehivesAfter} at the end`,
    `- Losses: ${period.lossesCount} (in the year before: ${yearBefore.lossesCount})`,
    ...period.lossesByCause.map(({ cause, beehivesCount }) => `  - ${cause}: ${beehivesCount}`),
    `- Honey: ${kilograms(period.honeyGrams)} (in the year before: ${kilograms(yearBefore.honeyGrams)})`,
    `- Treatments: ${apiary.treatmentRecords.nodes.length}`,
    ...groupBy(apiary.treatmentRecords.nodes, ({ productName }) => productName).map(
      ([product, treatments]) =>
        `  - ${product}: ${treatments.length} (hives ${treatments.map((t) => t.beehiveLabel).join(', ')})`,
    ),
    ...(counted.length === 0
      ? ['- Mites: not counted']
      : [
          `- Mites per 100 bees; from ${mitesToTreat} on, treat:`,
          '',
          '| Day | Average | Highest |',
          '| --- | ---: | ---: |',
          ...counted.map(({ date, per100, highestPer100 }) => `| ${date} | ${per100} | ${highestPer100} |`),
        ]),
    '',
  ].join('\n');
}

console.log(`# Season from ${from} to ${to} of ${me.username}\n`);
console.log(`${apiaries.nodes.length} apiaries, ${kilograms(statistics.period.honeyGrams)} of honey.\n`);
for (const apiary of apiaries.nodes) console.log(writeApiary(apiary));
