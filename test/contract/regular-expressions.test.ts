// Every regular expression of the sources, run against texts of 100 kB that make a backtracking one slow. Which of them see a client's
// text is not asked: none may be slow.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const LENGTH = 100_000;
/** A linear expression takes some hundred microseconds; one that takes the square of the length some seconds. */
const LIMIT_MS = 500;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/migrations|embedded-postgres|rest\/openapi/.test(file))
  .map((file) => join('src', file));

/** The regular expressions of a source text, comments, strings and templates aside. */
function expressionsIn(text: string): RegExp[] {
  const found: RegExp[] = [];
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`)*\}|[^`\\])*`|(?<=[=(,:[!&|?{};+]\s*|return\s)\/(?![*/])(?<body>(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/(?<flags>[dgimsuvy]*)/g;
  for (const { groups } of text.matchAll(token))
    if (groups?.body) found.push(new RegExp(groups.body, groups.flags!.replace(/[gy]/g, '')));
  return found;
}

/** Texts made of what the expression itself names: characters, pairs of them, and whole words. */
function adversariesOf({ source }: RegExp): string[] {
  const words = source.split(/[^\p{L}\p{N} ".,:;_-]+/u).filter((word) => word.length > 1);
  const characters = [...new Set([...source.replace(/\\./g, ''), ...'aA1 "._-:/\n'])].slice(0, 24);
  const pairs = characters.slice(0, 10).flatMap((a) => characters.slice(0, 10).map((b) => a + b));
  return [...characters, ...pairs, ...words].flatMap((pump) => {
    const text = pump.repeat(Math.ceil(LENGTH / pump.length));
    return [`${text}\0`, `${words[0] ?? ''}${text}\0`];
  });
}

function timeOf(expression: RegExp, text: string): number {
  const started = performance.now();
  expression.test(text);
  return performance.now() - started;
}

function slowest(expression: RegExp): number {
  let worst = 0;
  for (const text of adversariesOf(expression)) {
    const took = timeOf(expression, text);
    // Another process may have had the processor meanwhile: what is slow is slow again.
    worst = Math.max(worst, took > LIMIT_MS ? Math.min(took, timeOf(expression, text)) : took);
    if (worst > LIMIT_MS) break;
  }
  return worst;
}

it('the scanner finds the expressions of the sources', () => {
  expect(files.flatMap((file) => expressionsIn(readFileSync(file, 'utf8'))).length).toBeGreaterThan(25);
});

it('an expression that takes the square of the length is found slow', () => {
  expect(slowest(/ +$/)).toBeGreaterThan(LIMIT_MS);
});

describe.each(
  files.map((file) => [file, expressionsIn(readFileSync(file, 'utf8'))] as const).filter(([, all]) => all.length > 0),
)('the expressions of %s', (_file, expressions) => {
  it.each(expressions)('%s takes a time that grows with the text', (expression) => {
    expect(slowest(expression)).toBeLessThan(LIMIT_MS);
  });
});
