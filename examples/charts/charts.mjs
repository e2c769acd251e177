// Logs in, loads the trends of all apiaries in one request, and draws those of one. The map is drawn with them.
import { loadApiaries, loadPlaces, logIn } from './api.mjs';
import { showPlaces } from './map.mjs';
import uPlot from './uplot.js';

const COLOURS = ['#b8860b', '#2f8fb0', '#c0477f', '#4f9a2a', '#8a66c0', '#d4602a'];
const DAY_MS = 86_400_000;
/** Dates on the axis of a chart by week or month: more do not fit a phone. */
const MAX_TICKS = 5;
/** What is counted has no fractions. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const dark = matchMedia('(prefers-color-scheme: dark)');
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

/** The first day of the next week or month. */
function nextPeriod(date, period) {
  const next = new Date(date);
  if (period === 'WEEK') return new Date(next.getTime() + 7 * DAY_MS).toISOString().slice(0, 10);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  return next.toISOString().slice(0, 10);
}

/** The first day of a week is a Monday, as that of the weeks of the service is. */
function weekOf(day) {
  const date = new Date(day);
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/** How many are due in each week. */
function countByWeek(days) {
  const counts = new Map();
  for (const week of days.map(weekOf)) counts.set(week, (counts.get(week) ?? 0) + 1);
  return [...counts].map(([date, value]) => ({ date, value }));
}

/**
 * The service leaves out weeks and months in which nothing happened: there the value is 0, from the first one of the chart until today, or
 * until the last one of what is planned.
 */
function fillPeriods(lines, period) {
  const all = lines.flatMap(({ points }) => points.map(({ date }) => date)).sort();
  const [first] = all;
  if (!first) return lines;
  const dates = [];
  const today = new Date().toISOString().slice(0, 10);
  const last = all.at(-1) > today ? all.at(-1) : today;
  for (let date = first; date <= last; date = nextPeriod(date, period)) dates.push(date);
  return lines.map((line) => {
    const byDate = new Map(line.points.map(({ date, value }) => [date, value]));
    return { ...line, points: dates.map((date) => ({ date, value: byDate.get(date) ?? 0 })) };
  });
}

/** @param period of the points, if they are not days: the axis then names weeks or months, and no days between them */
function createAxes(times, period) {
  const style = getComputedStyle(document.documentElement);
  const colours = { stroke: style.getPropertyValue('--text'), grid: { stroke: style.getPropertyValue('--grid') } };
  const axis = { ...colours, ticks: colours.grid };
  if (!period) return [axis, axis];
  const every = Math.ceil(times.length / MAX_TICKS);
  const splits = () => times.filter((_, i) => i % every === 0);
  const labels = [[1, period === 'MONTH' ? '{MMM} {YYYY}' : '{D} {MMM}']];
  return [
    { ...axis, splits, values: labels },
    { ...axis, incrs: WHOLE_STEPS },
  ];
}

function draw(title, given, period) {
  const lines = period ? fillPeriods(given, period) : given;
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
  const data = align(shown);
  // At the right there is room for half of the last date.
  const padding = [null, 32, null, null];
  const options = {
    ...size,
    padding,
    tzDate,
    axes: createAxes(data[0], period),
    scales: { y: { range: { min: { soft: 0, mode: 1 }, max: { pad: 0.1 } } } },
  };
  const chart = new uPlot({ ...options, series: [{ value: '{YYYY}-{MM}-{DD}' }, ...series] }, data, figure);
  new ResizeObserver(() => chart.setSize({ ...size, width: figure.clientWidth - 32 })).observe(figure);
}

const toPoints = (points, date, value) => points.map((point) => ({ date: point[date], value: point[value] }));

/** A horizontal line at a threshold, as long as the others. */
const threshold = (label, value, points) => ({
  label,
  dash: [6, 6],
  points: [points[0], points.at(-1)].filter(Boolean).map(({ date }) => ({ date, value })),
});

/** The weights of hives, and what they gained from one point to the next: a flow goes up, a harvest or a swarm down. */
function drawWeights(beehives) {
  const weighed = beehives.filter(({ series }) => series.points.length > 0);
  const toWeights = ({ points }) => points.map(({ at, mean }) => ({ date: at.slice(0, 10), value: mean }));
  draw(
    'Weight of hives, in kilograms',
    weighed.map(({ label, series }) => ({ label: `Hive ${label}`, points: toWeights(series) })),
  );
  draw(
    'Flow: gain of weight since the point before, in kilograms',
    weighed.map(({ label, series }) => ({
      label: `Hive ${label}`,
      points: toWeights(series).flatMap(({ date, value }, i, all) =>
        i === 0 ? [] : [{ date, value: value - all[i - 1].value }],
      ),
    })),
  );
  draw(
    'Fed, in kilograms',
    beehives.map(({ label, feedings }) => ({
      label: `Hive ${label}`,
      points: feedings.nodes.flatMap(({ fedOn, grams }) =>
        grams === null ? [] : [{ date: fedOn, value: grams / 1000 }],
      ),
    })),
  );
}

function show({ statistics, healthTrends, miteTrend, treatmentTrend, inventoryItems, tasks, beehives }) {
  find('charts').replaceChildren();
  const { beehivesCount, healthScore, overdueInspectionsCount, activeTreatmentsCount, lowStockItemsCount } = statistics;
  find('figures').textContent =
    `${beehivesCount} hives, health ${healthScore ?? '–'} of 100, ${overdueInspectionsCount} overdue inspections, ` +
    `${activeTreatmentsCount} active treatments, ${lowStockItemsCount} items low in stock`;
  draw(
    'Health: ratings of the answers, by hive',
    healthTrends.slice(0, COLOURS.length).map(({ beehive, points }) => ({
      label: `Hive ${beehive?.label ?? ''}`,
      points: toPoints(points, 'date', 'score'),
    })),
  );
  const { points, mitesToWatch, mitesToTreat } = miteTrend;
  draw('Varroa mites per 100 bees', [
    { label: 'All samples', points: toPoints(points, 'date', 'per100') },
    { label: 'Highest', points: toPoints(points, 'date', 'highestPer100') },
    threshold('Watch', mitesToWatch, points),
    threshold('Treat', mitesToTreat, points),
  ]);
  drawWeights(beehives.nodes);
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
    'MONTH',
  );
  draw(
    'Consumption by week',
    inventoryItems.nodes.map(({ itemName, unit, consumption }) => ({
      label: `${itemName} (${unit})`,
      points: toPoints(consumption.periods, 'from', 'taken'),
    })),
    'WEEK',
  );
  draw(
    'Open tasks by the week in which they are due',
    [...new Set(tasks.map(({ kind }) => kind))].map((kind) => ({
      label: kind.charAt(0) + kind.slice(1).toLowerCase(),
      points: countByWeek(tasks.flatMap((task) => (task.kind === kind && task.dueOn !== null ? [task.dueOn] : []))),
    })),
    'WEEK',
  );
}

const form = find('login');
form.service.value = new URLSearchParams(location.search).get('service') ?? 'http://127.0.0.1:4000';
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { service, email, password } = Object.fromEntries(new FormData(form));
  try {
    const token = await logIn(service, email, password);
    const [apiaries, places] = await Promise.all([loadApiaries(service, token), loadPlaces(service, token)]);
    form.hidden = true;
    find('trends').hidden = false;
    find('apiary').replaceChildren(...apiaries.map(({ name }, i) => new Option(name, i)));
    const showChosen = () => apiaries.length > 0 && show(apiaries[find('apiary').value]);
    find('apiary').addEventListener('change', showChosen);
    // The lines of a chart are pixels: they do not follow the style sheet.
    dark.addEventListener('change', showChosen);
    showChosen();
    await showPlaces(places);
  } catch ({ message }) {
    find('problem').textContent = message;
  }
});
