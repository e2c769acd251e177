// A display on the wall of the honey house, as HTML: one request fills it, and the page loads itself again each minute.
import { html, request, sendToken } from './client.mjs';

const DISPLAY = `
  query WallDisplay {
    statistics { calculatedAt beehivesCount healthScore beehivesByHealth { health beehivesCount } }
    worklist(first: 8) {
      totalCount
      counts { kind count }
      nodes { severity title(language: EN) dueOn apiary { name } }
    }
    inspections(filter: { statuses: [COMPLETED] }, first: 5) {
      nodes { occurredAt notes beehive { label apiary { name } } }
    }
    lowStockItems(first: 8) { totalCount nodes { itemName quantity minimumStock unit apiary { name } } }
  }`;

sendToken(process.env.TOKEN);
const { statistics, worklist, inspections, lowStockItems } = await request(DISPLAY);

/** OVERDUE_INSPECTION: “overdue inspection” */
const words = (name) => name.toLowerCase().replaceAll('_', ' ');
const hive = (beehive) => `hive ${beehive.label}`;
const day = (time) => time.slice(0, 10);

const tile = ({ kind, count }) => html`
  <li><strong>${count}</strong> ${words(kind)}</li>`;

console.log(
  String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="60">
<title>Hives</title>
<style>
  body { font: 1.5rem sans-serif; background: #222; color: #eee; display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
  ul { list-style: none; padding: 0 }
  .HIGH { color: #f66 }
  .MEDIUM { color: #fc6 }
</style>
<section id="hives">
  <h1>${statistics.beehivesCount} hives</h1>
  <ul>${statistics.beehivesByHealth.map(({ health, beehivesCount }) =>
    tile({ kind: health ?? 'not stated', count: beehivesCount }),
  )}
  </ul>
  <p>Health: ${statistics.healthScore ?? '–'} of 100</p>
</section>
<section id="worklist">
  <h1>${worklist.totalCount} things to do</h1>
  <ul>${worklist.counts.filter(({ count }) => count > 0).map(tile)}
  </ul>
  <ol>${worklist.nodes.map(
    (item) => html`
    <li class="${item.severity}">${item.title}, ${item.apiary?.name} ${item.dueOn ?? ''}</li>`,
  )}
  </ol>
</section>
<section id="inspections">
  <h1>Last inspections</h1>
  <ul>${inspections.nodes.map(
    ({ occurredAt, notes, beehive }) => html`
    <li>${day(occurredAt)} ${beehive.apiary.name}, ${hive(beehive)}. ${notes}</li>`,
  )}
  </ul>
</section>
<section id="stock">
  <h1>${lowStockItems.totalCount} items low in stock</h1>
  <ul>${lowStockItems.nodes.map(
    ({ itemName, quantity, minimumStock, unit, apiary }) => html`
    <li>${itemName}: ${quantity} of ${minimumStock} ${unit}, ${apiary.name}</li>`,
  )}
  </ul>
</section>
<footer>${statistics.calculatedAt}</footer>
</html>`),
);
