// `@jest/globals` for modules that several test files share: each name stands for that of the file that runs.
const refer = (name) =>
  new Proxy(() => {}, {
    apply: (_, __, args) => globalThis.jestGlobals()[name](...args),
    get: (_, property) => globalThis.jestGlobals()[name][property],
  });

export const [afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test] = [
  ...['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test'],
].map(refer);
