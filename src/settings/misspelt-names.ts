// Names in the environment that are probably meant as settings. Unknown names in .env are refused; the environment contains those of other
// programs too, so that only a name that nearly is one of ours is reported, and never prevents the start.

/** Shorter names, such as HOST and PORT, are too similar to those of other programs. */
const MIN_LENGTH = 7;
/** Names from this length on may differ in two places, shorter ones in one. */
const LONG = 16;
/** Those of Node and of npm, which have their own meanings. */
const FOREIGN = /^(NODE|NPM)_/i;

/**
 * @param names those of the environment
 * @param given the values of the settings
 * @param known the names of the settings
 * @returns a message for each name that is nearly that of a setting which is not set
 */
export function findMisspeltNames(
  names: readonly string[],
  given: Record<string, string | undefined>,
  known: ReadonlySet<string>,
): string[] {
  const candidates = [...known].filter((name) => name.length >= MIN_LENGTH && !given[name]);
  return names
    .filter((name) => !known.has(name) && !FOREIGN.test(name))
    .flatMap((name) => {
      const meant = candidates.find((candidate) => isNearly(name.toUpperCase(), candidate));
      return meant === undefined ? [] : [`${name} in the environment is not a setting: is ${meant} meant?`];
    });
}

function isNearly(name: string, candidate: string): boolean {
  const max = candidate.length < LONG ? 1 : 2;
  return Math.abs(name.length - candidate.length) <= max && countEdits(name, candidate) <= max;
}

/** The edit distance: characters that are inserted, removed, replaced, or exchanged with their neighbour. */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
}
