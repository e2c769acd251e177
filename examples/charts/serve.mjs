// Serves the files of the page: the chart library comes from node_modules, nothing from another machine.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/style.css': ['style.css', 'text/css'],
  '/api.mjs': ['api.mjs', 'text/javascript'],
  '/charts.mjs': ['charts.mjs', 'text/javascript'],
  '/uplot.js': ['node_modules/uplot/dist/uPlot.esm.js', 'text/javascript'],
  '/uplot.css': ['node_modules/uplot/dist/uPlot.min.css', 'text/css'],
};

/** @param port 0 for any free port */
export function serve(port) {
  const server = createServer(async ({ url }, response) => {
    const file = FILES[url.split('?')[0]];
    if (!file) return response.writeHead(404).end();
    const [name, type] = file;
    response.writeHead(200, { 'content-type': type }).end(await readFile(new URL(name, import.meta.url)));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { port } = (await serve(Number(process.env.PORT ?? 4300))).address();
  console.log(`http://127.0.0.1:${port}`);
}
