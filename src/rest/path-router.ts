import { AppError } from '../errors.js';
import { createMessage } from '../messages/message.js';

interface Candidate<T> {
  segments: string[];
  targets: ReadonlyMap<string, T>;
}
interface Match<T> {
  target: T;
  params: Record<string, string>;
}

/** What needs no decoding and ends without a slash: the ids and words of which almost all paths consist. */
export const PLAIN_PATH = /^(?:\/[\w.-]+)+$/;

/** Finds what answers a request, as Express does: without regard to case, to a slash at the end, and to how a path is encoded. */
export class PathRouter<T> {
  /** By first segment and number of segments. Paths without parameters come first: `/questions/templates` is not an id. */
  private readonly candidates = new Map<string, Candidate<T>[]>();

  /** @param paths such as `/beehives/:id`, which begin with a segment that is no parameter, each with what answers its methods */
  constructor(paths: Iterable<[path: string, targets: ReadonlyMap<string, T>]>) {
    const parameters = ([path]: [string, unknown]): number => path.split(':').length;
    for (const [path, targets] of [...paths].sort((a, b) => parameters(a) - parameters(b))) {
      const segments = path.split('/').slice(1);
      const key = keyOf(segments);
      this.candidates.set(key, [...(this.candidates.get(key) ?? []), { segments, targets }]);
    }
  }

  /** @returns undefined if there is nothing at the path, and the methods that it has if this is none of them */
  find(method: string, path: string): Match<T> | { allowed: string[] } | undefined {
    const isPlain = PLAIN_PATH.test(path);
    const sent = (isPlain ? path : path.replace(/\/$/, '')).split('/').slice(1);
    for (const { segments, targets } of this.candidates.get(keyOf(sent)) ?? []) {
      const params = readParams(segments, sent, isPlain);
      if (!params) continue;
      const target = targets.get(method === 'HEAD' ? 'GET' : method);
      return target === undefined ? { allowed: [...targets.keys()] } : { target, params };
    }
    return undefined;
  }
}

const keyOf = (segments: string[]): string => `${segments.length} ${(segments[0] ?? '').toLowerCase()}`;

function readParams(segments: string[], sent: string[], isPlain: boolean): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    const value = sent[i]!;
    if (segment.startsWith(':')) {
      if (value === '') return undefined;
      params[segment.slice(1)] = isPlain ? value : decode(value);
    } else if (value !== segment && value.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The request is malformed');
  }
}

/** The refusal of a method that a path does not have. Its response has the header `Allow`. */
export const refuseMethod = (method: string, allowed: string[]): AppError =>
  new AppError(
    'METHOD_NOT_ALLOWED',
    createMessage('{method} is not allowed here; allowed methods: {methods}', { method, methods: allowed }),
  );
