// The files of GraphiQL as a browser gets them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { BROWSER_ACCEPT } from '../support/visit.js';

let app: TestApp;
let page: Response;
let library: string;
beforeAll(async () => {
  app = await startTestApp();
  page = await fetch(`${app.url}/graphiql`, { headers: { accept: BROWSER_ACCEPT } });
  [, library] = /(\/assets\/graphiql\/[0-9a-f]{16})\/library\.css/.exec(await page.text()) as unknown as [
    string,
    string,
  ];
});
afterAll(() => app.close());
const get = (file: string, encoding: string) =>
  fetch(`${app.url}${library}/${file}`, { headers: { 'accept-encoding': encoding } });

describe('the files of GraphiQL', () => {
  it.each([
    ['library.js', 'text/javascript'],
    ['library.css', 'text/css'],
    ['editor.worker.js', 'text/javascript'],
    ['json.worker.js', 'text/javascript'],
    ['graphql.worker.js', 'text/javascript'],
    ['library.js.LEGAL.txt', 'text/plain'],
  ])('%s is compressed for whoever takes it so, and kept for good', async (file, type) => {
    const [compressed, plain] = await Promise.all(['gzip, deflate', 'identity'].map((encoding) => get(file, encoding)));
    for (const [response, encoding] of [
      [compressed!, 'gzip'],
      [plain!, null],
    ] as const) {
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(response.headers.get('content-type')).toMatch(new RegExp(`^${type}`));
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
    }
    const sent = (response: Response) => Number(response.headers.get('content-length'));
    expect(sent(compressed!)).toBeLessThan(sent(plain!) * 0.6);
    expect(await compressed!.text()).toBe(await plain!.text());
  });

  it('execute no text as code, and load nothing from elsewhere', async () => {
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none';script-src 'self';");
    expect(policy).toContain("worker-src 'self';");
    const worker = await get('graphql.worker.js', 'gzip');
    expect(worker.headers.get('content-security-policy')).toContain("default-src 'none'");
    const docs = await fetch(`${app.url}/api/v1/docs`, { headers: { accept: BROWSER_ACCEPT } });
    expect(docs.headers.get('content-security-policy')).toContain("worker-src 'none';");
  });

  it('are not found under the name of another version', async () => {
    expect((await fetch(`${app.url}/assets/graphiql/0000000000000000/library.js`)).status).toBe(404);
  });
});
