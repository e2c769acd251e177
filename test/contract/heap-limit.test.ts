// The limits of the heap that keep a process small, whatever clients send (docs/operations.md): everything that starts the service in
// earnest sets them.
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (file: string): string => readFileSync(file, 'utf8');
const flagsIn = (text: string): string[] => text.match(/--max-(?:old|semi)-space-size=\d+/g) ?? [];

/** What the manual recommends. */
const recommended = flagsIn(/^Memory under attack:[\s\S]*?\n\n/m.exec(read('docs/operations.md'))![0]);

it('the manual names one limit for the heap, and one for new objects', () => {
  expect(recommended.map((flag) => flag.split('=')[0])).toEqual(['--max-old-space-size', '--max-semi-space-size']);
});

it.each([
  ['npm start', () => JSON.parse(read('package.json')).scripts.start as string],
  ["the image's command", () => /^CMD .*$/m.exec(read('Dockerfile'))![0]],
  ['the drop-in of the manual', () => /^ExecStart=.* dist\/bundle\/main\.js/m.exec(read('docs/operations.md'))![0]],
  ['the command of the manual', () => /node .* dist\/bundle\/main\.js/.exec(read('docs/operations.md'))![0]],
  ['the attacks that measure the memory', () => /NODE_OPTIONS: '.*'/.exec(read('test/support/service.ts'))![0]],
])('%s has the limits of the manual', (_what, command) => {
  expect(flagsIn(command())).toEqual(recommended);
});
