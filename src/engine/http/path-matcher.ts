import { parse as parseQuery } from 'node:querystring';
import type { PathMatch } from '../engine.js';

interface Match<H> extends PathMatch {
  handler: H;
}
interface Candidate<H> {
  segments: string[];
  handlers: ReadonlyMap<string, H>;
}

/** What needs no decoding: the ids and words of which almost all paths consist. */
const PLAIN_PATH = /^(?:\/[\w.-]+)+$/;

/** Finds the handler of a request as Express does. What is unusual in a path is left to Express: no match is no refusal. */
export class PathMatcher<H> {
  /** By first segment and number of segments. */
  private readonly candidates = new Map<string, Candidate<H>[]>();

  /** @param paths the handlers of each path by method, in the order in which they are compared */
  constructor(paths: Iterable<[path: string, handlers: ReadonlyMap<string, H>]>) {
    for (const [path, handlers] of paths) {
      const segments = path.split('/').slice(1);
      const key = keyOf(segments);
      this.candidates.set(key, [...(this.candidates.get(key) ?? []), { segments, handlers }]);
    }
  }

  /** @param url the path below the base, with its query string */
  find(method: string, url: string): Match<H> | undefined {
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    if (!PLAIN_PATH.test(path)) return undefined;
    const sent = path.split('/').slice(1);
    for (const { segments, handlers } of this.candidates.get(keyOf(sent)) ?? []) {
      const params = readParams(segments, sent);
      if (!params) continue;
      const handler = handlers.get(method);
      return handler && { handler, params, query: mark < 0 ? {} : parseQuery(url.slice(mark + 1)) };
    }
    return undefined;
  }
}

const keyOf = ([first = '', ...others]: string[]): string => `${first.toLowerCase()} ${others.length}`;

/** Returns the parameters of a path; undefined if it does not match. As in Express, capital letters match. */
function readParams(segments: string[], sent: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    if (segment[0] === ':') params[segment.slice(1)] = sent[i]!;
    else if (segment !== sent[i]!.toLowerCase()) return undefined;
  }
  return params;
}
