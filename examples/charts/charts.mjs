// Logs in, loads the trends of all apiaries in one request, and draws those of one.
import { loadApiaries, logIn } from './api.mjs';
import uPlot from './uplot.js';

const COLOURS = ['#b8860b', '#1f6f8b', '#8b1f4f', '#3f7d20', '#6a4c93', '#c1440e'];
const find = (id) => document.getElementById(id);

/** A line of a chart: { label, points: [{ date, value }] }. uPlot takes one list of times in seconds, and the values of each line. */
function align(lines) {
  const dates = [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort();
  const values = lines.map(({ points }) => {
    const byDate = new Map(points.map(({ date, value }) => [date, value]));
    return dates.map((date) => byDate.get(date) ?? null);
  });
  return [dates.map((date) => Date.parse(date) / 1000), ...values];
}

function draw(title, lines) {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = title;
  figure.append(caption);
  find('charts').append(figure);
  const shown = lines.filter(({ points }) => points.length > 0);
  if (shown.length === 0) {
    figure.append('Nothing has been recorded yet.');
    return;
  }
  const series = shown.map(({ label, dash }, i) => ({
    label,
    dash,
    stroke: COLOURS[i % COLOURS.length],
    width: 2,
    spanGaps: true,
    points: { show: !dash },
  }));
  // Days have no time zone: they are drawn as days in UTC.
  const tzDate = (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC');
  const size = { width: figure.clientWidth - 32, height: 260 };
  const options = { ...size, tzDate, scales: { y: { range: { min: { soft: 0, mode: 1 }, max: { pad: 0.1 } } } } };
  const chart = new uPlot({ ...options, series: [{ value: '{YYYY}-{MM}-{DD}' }, ...series] }, align(shown), figure);
  new ResizeObserver(() => chart.setSize({ ...size, width: figure.clientWidth - 32 })).observe(figure);
}

const toPoints = (points, date, value) => points.map((point) => ({ date: point[date], value: point[value] }));

/** A horizontal line at a threshold, as long as the others. */
const threshold = (label, value, points) => ({
  label,
  dash: [6, 6],
  points: [points[0], points.at(-1)].filter(Boolean).map(({ date }) => ({ date, value })),
});

function show({ statistics, healthTrends, miteTrend, treatmentTrend, inventoryItems }) {
  find('charts').replaceChildren();
  const { beehives, healthScore, overdueInspections, activeTreatments, lowStockItems } = statistics;
  find('figures').textContent =
    `${beehives} hives, health ${healthScore ?? '–'} of 100, ${overdueInspections} overdue inspections, ` +
    `${activeTreatments} active treatments, ${lowStockItems} items low in stock`;
  draw(
    'Health: ratings of the answers, by hive',
    healthTrends.slice(0, COLOURS.length).map(({ beehive, points }) => ({
      label: `Hive ${beehive?.beehiveNumber ?? 'without a number'}`,
      points: toPoints(points, 'date', 'score'),
    })),
  );
  const { points, watchPer100, treatPer100 } = miteTrend;
  draw('Varroa mites per 100 bees', [
    { label: 'All samples', points: toPoints(points, 'date', 'per100') },
    { label: 'Highest', points: toPoints(points, 'date', 'highestPer100') },
    threshold('Watch', watchPer100, points),
    threshold('Treat', treatPer100, points),
  ]);
  const products = [...new Set(treatmentTrend.map(({ productName }) => productName))];
  draw(
    'Hives treated by month',
    products.slice(0, COLOURS.length).map((product) => ({
      label: product,
      points: toPoints(
        treatmentTrend.filter(({ productName }) => productName === product),
        'from',
        'beehives',
      ),
    })),
  );
  draw(
    'Consumption by week',
    inventoryItems.nodes.map(({ itemName, unit, consumption }) => ({
      label: `${itemName} (${unit})`,
      points: toPoints(consumption.periods, 'from', 'taken'),
    })),
  );
}

const form = find('login');
form.service.value = new URLSearchParams(location.search).get('service') ?? 'http://127.0.0.1:4000';
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { service, email, password } = Object.fromEntries(new FormData(form));
  try {
    const apiaries = await loadApiaries(service, await logIn(service, email, password));
    form.hidden = true;
    find('trends').hidden = false;
    find('apiary').replaceChildren(...apiaries.map(({ name }, i) => new Option(name, i)));
    find('apiary').addEventListener('change', ({ target }) => show(apiaries[target.value]));
    if (apiaries.length > 0) show(apiaries[0]);
  } catch ({ message }) {
    find('problem').textContent = message;
  }
});
