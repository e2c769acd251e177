import { parse as parseQuery } from 'node:querystring';
import { groupBy } from '../shared/group-by.js';
import type { Handler, RestRequest } from './handler.js';
import { endpointsByPath, type RestEndpoint } from './router.js';

type Match = Pick<RestRequest, 'params' | 'query'> & { handle: Handler };
interface Candidate {
  segments: string[];
  handlers: Map<string, Handler>;
}

/** What needs no decoding: the ids and words of which almost all paths consist. */
const PLAIN_PATH = /^(?:\/[\w.-]+)+$/;

/** Finds the endpoint of a request as Express does. What is unusual in a path is left to Express: no match is no refusal. */
export class EndpointMatcher {
  /** By first segment and number of segments; paths without parameters come first. */
  private readonly candidates: Map<string, Candidate[]>;

  constructor(endpoints: RestEndpoint[]) {
    const all = endpointsByPath(endpoints).map(([path, ofPath]) => ({
      segments: path.split('/').slice(1),
      handlers: new Map(ofPath.map(({ route, handle }) => [route.method.toUpperCase(), handle])),
    }));
    this.candidates = groupBy(all, ({ segments }) => keyOf(segments));
  }

  /** @param url the path below the base, with its query string */
  find(method: string, url: string): Match | undefined {
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    if (!PLAIN_PATH.test(path)) return undefined;
    const sent = path.split('/').slice(1);
    for (const { segments, handlers } of this.candidates.get(keyOf(sent)) ?? []) {
      const params = readParams(segments, sent);
      if (!params) continue;
      const handle = handlers.get(method);
      return handle && { handle, params, query: mark < 0 ? {} : parseQuery(url.slice(mark + 1)) };
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
