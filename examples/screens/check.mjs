// Runs the screens against the demo data, and asserts what each of them must show.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { logIn, request } from './client.mjs';

const run = (...args) => execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
const day = (time) => new Date(time).toISOString().slice(0, 10);
await logIn();

// The last 365 days: whatever the day is on which this runs, the demo data are within them.
const today = day(Date.now());
const yearAgo = day(Date.now() - 365 * 86_400_000);
const report = run('season-report.mjs', yearAgo, today);
assert.match(report, /^# Season from /);
const { apiaries } = await request('{ apiaries { nodes { name beehivesCount } } }');
assert(apiaries.nodes.length >= 3);
for (const { name, beehivesCount } of apiaries.nodes) {
  const [, hives] = report.split(`## ${name}\n\n- Hives: `);
  assert.match(hives, new RegExp(`^\\d+ before, ${beehivesCount} at the end\n`), name);
}
assert.match(report, /- Losses: 1 \(in the year before: 0\)\n {2}- STARVED: 1\n/);
assert.doesNotMatch(report, /UNITED/);
assert.match(report, /- Honey: 45\.5 kg \(in the year before: 0\.0 kg\)/);
assert.match(report, /- Treatments: 3\n {2}- /);
assert.match(report, /\| \d{4}-\d\d-\d\d \| 1\.89 \| 3\.33 \|/);

const page = run('jar-label.mjs', 'ENC-01');
for (const text of ['Lot: <strong>ENC-01</strong>', 'Origin: Spain 100 %', 'Net weight: 500 g', '21.4 kg Encina'])
  assert(page.includes(text), text);
assert.match(page, /Best before: \d{4}-\d\d-\d\d/);

const { treatmentRegister } = await request(
  'query ($from: LocalDate) { treatmentRegister(filter: { from: $from }) { nodes { withdrawalUntil } } }',
  { from: yearAgo },
);
const [head, ...treatments] = run('register.mjs', yearAgo, today).trim().split('\r\n');
assert.match(head, /^\(a\) First day,.*,"\(h\) Withdrawal, days",\(h\) Withdrawal until,/);
assert(treatments.length > 0);
assert.equal(treatments.length, treatmentRegister.nodes.length);
treatmentRegister.nodes.forEach(({ withdrawalUntil }, i) => {
  assert(treatments[i].includes(`,${withdrawalUntil ?? ''},`));
});
assert(treatments.some((row) => row.includes(',VOIDED,') && row.includes('colmena equivocada')));
assert.equal(run('register.mjs', '2000-01-01', '2000-12-31').trim().split('\r\n').length, 1);

const { worklist, statistics } = await request('{ worklist { nodes { kind } } statistics { beehivesCount } }');
assert.throws(() => run('wall-display.mjs'), /There is no TOKEN/);
process.env.TOKEN = run('create-token.mjs', 'Wall display').trim();
const display = run('wall-display.mjs');
const refused = await fetch(`${process.env.SERVICE ?? 'http://127.0.0.1:4000'}/api/v1/apiaries`, {
  method: 'POST',
  headers: { authorization: `Bearer ${process.env.TOKEN}`, 'content-type': 'application/json' },
  body: '{"name":"From the wall"}',
});
assert.equal((await refused.json()).error_code, 'SCOPE_MISSING');
assert(display.includes(`<h1>${statistics.beehivesCount} hives</h1>`));
assert(display.includes(`<h1>${worklist.nodes.length} things to do</h1>`));
for (const kind of new Set(worklist.nodes.map((item) => item.kind))) {
  const count = worklist.nodes.filter((item) => item.kind === kind).length;
  assert(display.includes(`<strong>${count}</strong> ${kind.toLowerCase().replaceAll('_', ' ')}</li>`), kind);
}
assert.match(display, /Alimento líquido: \d+ of \d+ Litros/);

// Also after the run that the README shows: the same hives, none twice.
const READ = '{ apiaries { nodes { id name beehives { nodes { id beehiveNumber observations } } } } }';
const readHives = async () =>
  (await request(READ)).apiaries.nodes
    .filter(({ name }) => name === 'Checked hives')
    .map(({ beehives }) => beehives.nodes);
for (const output of [
  run('spreadsheet.mjs', 'hives.csv', 'Checked hives'),
  run('spreadsheet.mjs', 'hives.csv', 'Checked hives'),
])
  assert.match(output, /Checked hives: 230 hives, 230 in the file/);
const [hives, ...others] = await readHives();
assert.equal(others.length, 0);
assert.equal(new Set(hives.map(({ beehiveNumber }) => beehiveNumber)).size, 230);
assert.equal(hives.filter(({ observations }) => observations === 'Nucleus, from "El Encinar"').length, 5);
console.log('All screens show what they must.');

for (const { id } of (await request(READ)).apiaries.nodes.filter(({ name }) => /^(Checked|Imported) hives$/.test(name)))
  await request('mutation ($input: DeleteApiaryInput!) { deleteApiary(input: $input) { deletedId } }', {
    input: { id },
  });
