// Draws the results of the first size as an SVG: a panel for each workload, two bars for each server, on a logarithmic scale.
import { disturbanceOf } from '../lib/quiet.mjs';
import { WORKLOADS } from '../lib/workloads.mjs';
import { sizeSummary, warning } from './texts.mjs';

const PANEL = { width: 460, left: 100, right: 84, bar: 9, thinBar: 5, gap: 4, head: 38 };
const ROW = PANEL.bar + PANEL.thinBar + PANEL.gap;
/** With PostgreSQL, a server may cost less than the limit. */
const MIN_RATIO = 0.5;
const TICKS = [0.5, 1, 2, 4, 8, 16, 32, 64];
const COLOURS = { ours: '#d9820f', before: '#e8b873', limit: '#9aa3ab', fastify: '#9aa3ab' };
const OTHERS = '#4a7fb5';
const WITH_POSTGRES = 'opacity="0.5"';

const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);
const text = (x, y, content, attributes = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped(content)}</text>`;
const rectangle = (y, length, height, colour, attributes = '') =>
  `<rect x="${PANEL.left}" y="${y}" width="${length.toFixed(1)}" height="${height}" fill="${colour}" ${attributes}/>`;

export function svg(results) {
  const { about, sizes } = results;
  const [size, { summary, facts }] = Object.entries(sizes)[0];
  const disturbance = disturbanceOf(results);
  const ids = Object.keys(facts);
  const workloads = Object.keys(summary);
  const shownIn = (workload) => ids.filter((id) => summary[workload][id]?.toLimit !== undefined);
  const figures = workloads.flatMap((workload) => shownIn(workload).map((id) => summary[workload][id]));
  const maxRatio = Math.max(2, ...figures.flatMap(({ toLimit, totalToLimit }) => [toLimit, totalToLimit]));
  const scale = (ratio) =>
    (Math.log2(Math.max(ratio / MIN_RATIO, 1.01)) / Math.log2(maxRatio / MIN_RATIO)) *
    (PANEL.width - PANEL.left - PANEL.right);

  const top = disturbance ? 88 : 68;
  const columns = [top, top];
  const panels = workloads.map((workload) => {
    const column = columns[0] <= columns[1] ? 0 : 1;
    const y = columns[column];
    const shown = shownIn(workload);
    columns[column] += PANEL.head + shown.length * ROW + 14;
    return `<g transform="translate(${10 + column * (PANEL.width + 10)} ${y})">${panel(workload, summary[workload], shown, { scale, maxRatio })}</g>`;
  });
  const width = 2 * PANEL.width + 30;
  const height = Math.max(...columns) + 8;
  const title = 'CPU time of a request, as a multiple of the limit: shorter is better';
  const notes = [
    'Thick bar and first figure: the server; thin bar and second figure: with PostgreSQL. Logarithmic scale. ~: still falling after the warm-up',
    `Size ${size}: ${sizeSummary(size)} Node ${about.node}, PostgreSQL ${about.postgres}, load average before the start ${about.load}`,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"`,
    ` font-family="system-ui, sans-serif" font-size="11" fill="#24292f">`,
    `<title>CPU time of a request, as a multiple of the limit</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(10, 22, title, 'font-size="15" font-weight="600"'),
    ...notes.map((note, i) => text(10, 40 + i * 16, note, 'fill="#57606a"')),
    ...(disturbance ? [text(10, 74, warning(disturbance), 'fill="#cf222e" font-weight="600"')] : []),
    ...panels,
    '</svg>\n',
  ].join('\n');
}

function panel(workload, peers, shown, { scale, maxRatio }) {
  const bottom = PANEL.head + shown.length * ROW;
  const grid = TICKS.filter((tick) => tick <= maxRatio).map((tick) => {
    const x = PANEL.left + scale(tick);
    return (
      `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${PANEL.head - 6}" y2="${bottom}" stroke="#d8dee4"/>` +
      text(x, PANEL.head - 10, String(tick), 'text-anchor="middle" font-size="9" fill="#57606a"')
    );
  });
  const bars = shown.map((id, i) => {
    const { toLimit, totalToLimit, settled } = peers[id];
    const y = PANEL.head + i * ROW;
    const [length, totalLength] = [scale(toLimit), scale(totalToLimit)];
    const colour = COLOURS[id] ?? OTHERS;
    const weight = id === 'ours' ? 'font-weight="700"' : '';
    const figures = `${settled ? '' : '~'}${toLimit.toFixed(2)} / ${totalToLimit.toFixed(2)}`;
    return (
      text(PANEL.left - 6, y + 11, id, `text-anchor="end" ${weight}`) +
      rectangle(y, length, PANEL.bar, colour) +
      rectangle(y + PANEL.bar, totalLength, PANEL.thinBar, colour, WITH_POSTGRES) +
      text(PANEL.left + Math.max(length, totalLength) + 4, y + 11, figures, weight)
    );
  });
  return [text(0, 14, `${workload}  ${WORKLOADS[workload]}`, 'font-weight="600"'), ...grid, ...bars].join('\n');
}
