// The label of a jar, and the page that its buyer sees, from the code of a lot. Only what a buyer may know is on the page.
import { html, logIn, request } from './client.mjs';

const LOT = `
  query JarLabel($code: String!) {
    lotByCode(code: $code) {
      code
      bestBefore
      destination
      origins { country percentage }
      contents {
        grams
        harvest { harvestedOn honeyKind apiaryLabel sources { beehiveLabel queen { name year } } }
      }
      packs { nodes { packedOn jars gramsPerJar voidedAt } }
    }
  }`;

await logIn();
let code = process.argv[2];
if (!code) {
  const { lots } = await request('{ lots(filter: { destination: FOR_SALE }, first: 1) { nodes { code } } }');
  code = lots.nodes[0].code;
}
const { lotByCode: lot } = await request(LOT, { code });
if (!lot) throw new Error(`There is no lot ${code}`);
if (lot.destination !== 'FOR_SALE') throw new Error(`Lot ${code} is not for sale`);

const countries = new Intl.DisplayNames(['en'], { type: 'region' });
const share = ({ country, percentage }) => `${country ? countries.of(country) : 'origin not stated'} ${percentage} %`;
const origin = lot.origins.map(share).join(', ');
// A harvest in an apiary that is no longer yours is not shown.
const harvests = lot.contents.filter(({ harvest }) => harvest !== null);
const days = harvests.map(({ harvest }) => harvest.harvestedOn).sort();
const harvested = days.at(0) === days.at(-1) ? days[0] : `${days.at(0)} – ${days.at(-1)}`;
const kinds = [...new Set(harvests.flatMap(({ harvest }) => harvest.honeyKind ?? []))].join(', ');
const pack = lot.packs.nodes.find(({ voidedAt }) => voidedAt === null);

console.log(
  String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Honey, lot ${lot.code}</title>
<style>
  body { font-family: sans-serif; max-width: 40rem; margin: auto; padding: 1rem }
  .label { border: 1px solid; padding: 1rem; width: 18rem }
  @media print { main { display: none } }
</style>
<section class="label">
  <h1>Honey</h1>
  <p>${kinds}</p>
  <p>Origin: ${origin}</p>
  ${pack ? html`<p>Net weight: ${pack.gramsPerJar} g</p>` : ''}
  <p>Best before: ${lot.bestBefore ?? '–'}</p>
  <p>Lot: <strong>${lot.code}</strong></p>
</section>
<main>
  <h2>Where your honey comes from</h2>
  <p>Harvested: ${harvested}. ${pack ? html`Filled on ${pack.packedOn} into ${pack.jars} jars.` : 'Not filled yet.'}</p>
  <ul>
    ${harvests.map(
      ({ grams, harvest }) => html`
    <li>${harvest.harvestedOn}: ${(grams / 1000).toFixed(1)} kg ${harvest.honeyKind} from ${harvest.apiaryLabel},
      ${harvest.sources.length} hives: ${harvest.sources.map(({ beehiveLabel }) => beehiveLabel).join(', ')}</li>`,
    )}
  </ul>
</main>
</html>`),
);
