// Serves the files of the page. Needs nothing but Node.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.mjs': ['page.mjs', 'text/javascript'],
  '/log-in.mjs': ['log-in.mjs', 'text/javascript'],
};

/** @param port 0 for any free port @param readService returns the address of the service */
export function serve(port, readService) {
  const server = createServer(async ({ url }, response) => {
    const path = url.split('?')[0];
    const json = { 'content-type': 'application/json' };
    if (path === '/settings.json') return response.writeHead(200, json).end(JSON.stringify({ service: readService() }));
    const file = FILES[path];
    if (!file) return response.writeHead(404).end();
    const [name, type] = file;
    response.writeHead(200, { 'content-type': type }).end(await readFile(new URL(name, import.meta.url)));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const service = process.env.SERVICE ?? 'http://127.0.0.1:4000';
  const { port } = (await serve(Number(process.env.PORT ?? 4301), () => service)).address();
  console.log(`http://127.0.0.1:${port}/`);
}
