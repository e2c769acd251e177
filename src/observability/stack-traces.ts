// Stack traces name the lines of src/. `node --enable-source-maps` reads the map of each file when it loads the file, which takes a fifth
// of the start of the bundle and 25 MB; here a map is read for the first stack trace through its file.
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

const FILE_IN_FRAME = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

const maps = new Map<string, SourceMap | undefined>();

function readMap(url: string): SourceMap | undefined {
  if (url.includes('/node_modules/')) return undefined;
  if (!maps.has(url)) {
    // Read once, also if it does not exist.
    maps.set(url, undefined);
    try {
      maps.set(url, new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as SourceMapPayload));
    } catch {}
  }
  return maps.get(url);
}

const toSource = (frame: string): string =>
  frame.replace(FILE_IN_FRAME, (original, url: string, line: string, column: string) => {
    const origin = readMap(url)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return original;
    return `${new URL(origin.fileName, url)}:${origin.lineNumber}:${origin.columnNumber}`;
  });

export function mapStackTraces(): void {
  if (process.sourceMapsEnabled) return;
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${toSource(String(frame))}`)].join('\n');
}
