// Draws the results as an SVG: a panel for each workload, a bar for each server, on a logarithmic scale.
import { WORKLOADS } from '../lib/workloads.mjs';

const PANEL = { width: 460, left: 100, right: 44, bar: 14, gap: 4, head: 38 };
const TICKS = [1, 2, 4, 8, 16, 32, 64];
const COLOURS = { ours: '#d9820f', limit: '#9aa3ab', fastify: '#9aa3ab' };
const OTHERS = '#4a7fb5';

const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);
const text = (x, y, content, attributes = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped(content)}</text>`;

export function svg({ summary, facts, about }) {
  const ids = Object.keys(facts);
  const workloads = Object.keys(summary);
  const maxRatio = Math.max(
    2,
    ...workloads.flatMap((w) => Object.values(summary[w]).map(({ toLimit }) => toLimit ?? 1)),
  );
  const scale = (ratio) =>
    (Math.log2(Math.max(ratio, 1)) / Math.log2(maxRatio)) * (PANEL.width - PANEL.left - PANEL.right);
  const heightOf = (workload) =>
    PANEL.head + ids.filter((id) => summary[workload][id]).length * (PANEL.bar + PANEL.gap) + 14;

  const columns = [52, 52];
  const panels = workloads.map((workload) => {
    const column = columns[0] <= columns[1] ? 0 : 1;
    const y = columns[column];
    columns[column] += heightOf(workload);
    return `<g transform="translate(${10 + column * (PANEL.width + 10)} ${y})">${panel(workload, summary[workload], ids, { scale, maxRatio })}</g>`;
  });
  const width = 2 * PANEL.width + 30;
  const height = Math.max(...columns) + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"`,
    ` font-family="system-ui, sans-serif" font-size="11" fill="#24292f">`,
    `<title>CPU time of a request, as a multiple of the limit</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(
      10,
      22,
      'CPU time of a request, as a multiple of the limit: shorter is better',
      'font-size="15" font-weight="600"',
    ),
    text(
      10,
      40,
      `Size ${about.size}, Node ${about.node}, PostgreSQL ${about.postgres}; logarithmic scale`,
      'fill="#57606a"',
    ),
    ...panels,
    '</svg>\n',
  ].join('\n');
}

function panel(workload, peers, ids, { scale, maxRatio }) {
  const shown = ids.filter((id) => peers[id]);
  const bottom = PANEL.head + shown.length * (PANEL.bar + PANEL.gap);
  const grid = TICKS.filter((tick) => tick <= maxRatio).map((tick) => {
    const x = PANEL.left + scale(tick);
    return (
      `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${PANEL.head - 6}" y2="${bottom}" stroke="#d8dee4"/>` +
      text(x, PANEL.head - 10, String(tick), 'text-anchor="middle" font-size="9" fill="#57606a"')
    );
  });
  const bars = shown.map((id, i) => {
    const y = PANEL.head + i * (PANEL.bar + PANEL.gap);
    const length = Math.max(scale(peers[id].toLimit ?? 1), 2);
    const weight = id === 'ours' ? ' font-weight="700"' : '';
    return (
      text(PANEL.left - 6, y + 11, id, `text-anchor="end"${weight}`) +
      `<rect x="${PANEL.left}" y="${y}" width="${length.toFixed(1)}" height="${PANEL.bar}" rx="2" fill="${COLOURS[id] ?? OTHERS}"/>` +
      text(PANEL.left + length + 4, y + 11, (peers[id].toLimit ?? 1).toFixed(1), weight.trim())
    );
  });
  return [text(0, 14, `${workload}  ${WORKLOADS[workload]}`, 'font-weight="600"'), ...grid, ...bars].join('\n');
}
