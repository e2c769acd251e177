// Moves the hives of a spreadsheet into an apiary: node spreadsheet.mjs hives.csv
// Each row has the same id whenever the file is read, so the program can be run again after it was interrupted: nothing is created twice.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { logIn, request } from './client.mjs';

const PART = 100;
const APIARIES = '{ apiaries { nodes { id name } } }';
const CREATE_APIARY = 'mutation ($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }';
const CREATE_HIVES = `
  mutation ($input: CreateBeehivesInput!) {
    createBeehives(input: $input) { beehives { id beehiveNumber } }
  }`;
const COUNT = 'query ($id: ID!) { apiary(id: $id) { name beehives { totalCount } } }';

const HEALTH = { good: 'HEALTHY', weak: 'AT_RISK', sick: 'UNHEALTHY' };
const POPULATION = { small: 'SMALL', medium: 'MEDIUM', large: 'LARGE' };

/** A UUID (version 8, of any content) that depends on nothing but the text. */
function idOf(text) {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Cells are separated by commas; one in quotation marks may contain commas, and quotation marks twice. */
function readRows(file) {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const cells = (line) =>
    [...`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell]) =>
      cell.replace(/^"|"$/g, '').replaceAll('""', '"').trim(),
    );
  const names = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i], cell])));
}

const toHive = (apiaryId) => (row) => ({
  newId: idOf(`${apiaryId} ${row.number}`),
  apiaryId,
  beehiveNumber: Number(row.number),
  state: {
    health: HEALTH[row.health],
    population: POPULATION[row.colony],
    broodFrames: row.brood === '' ? null : Number(row.brood),
    foodFrames: row.food === '' ? null : Number(row.food),
    productionChamber: row.super === 'yes',
    observations: row.notes || null,
  },
});

/** The apiary with this name; it is created if there is none. */
async function findApiary(name) {
  const { apiaries } = await request(APIARIES);
  const known = apiaries.nodes.find((apiary) => apiary.name === name);
  return known ? known.id : (await request(CREATE_APIARY, { input: { name } })).createApiary.apiary.id;
}

const [file = 'hives.csv', name = 'Imported hives'] = process.argv.slice(2);
await logIn();
const apiaryId = await findApiary(name);
const hives = readRows(file).map(toHive(apiaryId));
for (let i = 0; i < hives.length; i += PART) {
  const { createBeehives } = await request(CREATE_HIVES, { input: { beehives: hives.slice(i, i + PART) } });
  const numbers = createBeehives.beehives.map(({ beehiveNumber }) => beehiveNumber);
  console.log(`Hives ${numbers[0]} to ${numbers.at(-1)} are stored.`);
}
const { apiary } = await request(COUNT, { id: apiaryId });
console.log(`${apiary.name}: ${apiary.beehives.totalCount} hives, ${hives.length} in the file.`);
