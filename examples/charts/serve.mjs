// Serves the files of the page: libraries and outlines come from node_modules, nothing from another machine.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/style.css': ['style.css', 'text/css'],
  '/api.mjs': ['api.mjs', 'text/javascript'],
  '/charts.mjs': ['charts.mjs', 'text/javascript'],
  '/map.mjs': ['map.mjs', 'text/javascript'],
  '/uplot.js': ['node_modules/uplot/dist/uPlot.esm.js', 'text/javascript'],
  '/uplot.css': ['node_modules/uplot/dist/uPlot.min.css', 'text/css'],
  '/leaflet.js': ['node_modules/leaflet/dist/leaflet-src.esm.js', 'text/javascript'],
  '/leaflet.css': ['node_modules/leaflet/dist/leaflet.css', 'text/css'],
  '/countries.json': ['node_modules/world-atlas/countries-50m.json', 'application/json'],
  ...Object.fromEntries(
    ['feature', 'identity', 'reverse', 'transform'].map((name) => [
      `/topojson/${name}.js`,
      [`node_modules/topojson-client/src/${name}.js`, 'text/javascript'],
    ]),
  ),
};
/** The page loads nothing from another machine, and talks to the service alone, wherever that is. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; connect-src 'self' http: https:; object-src 'none'; base-uri 'none'";

/** @param port 0 for any free port */
export function serve(port) {
  const server = createServer(async ({ url }, response) => {
    const file = FILES[url.split('?')[0]];
    if (!file) return response.writeHead(404).end();
    const [name, type] = file;
    response
      .writeHead(200, { 'content-type': type, 'content-security-policy': POLICY })
      .end(await readFile(new URL(name, import.meta.url)));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { port } = (await serve(Number(process.env.PORT ?? 4300))).address();
  console.log(`http://127.0.0.1:${port}`);
}
