// The order in which Jest runs the files. By itself it knows the times of the last run only, which a fresh clone does not have: a test that
// waits for a minute would begin as the last one.
import { statSync } from 'node:fs';
import { SLOW } from './slow-tests.mjs';

/** The place of a file: slow tests in the order of their list, then the others by their sizes. */
function placeOf(path) {
  const place = SLOW.findIndex((name) => path.endsWith(`/${name}.js`));
  return place < 0 ? SLOW.length : place;
}

export default class LongestFirst {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].sort(
      (one, other) => placeOf(one.path) - placeOf(other.path) || sizes.get(other.path) - sizes.get(one.path),
    );
  }

  /** Jest calls it after each run. */
  cacheResults() {}
}
