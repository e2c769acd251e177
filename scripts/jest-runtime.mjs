// Runs each test file as a native module of its worker, so that the service and its libraries are imported and compiled once in a worker
// instead of once in each of three hundred files. What Jest isolates by a context of its own is put back after each file instead:
// variables of the environment, mocks, and the state of Jest itself.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const Runtime = require('jest-runtime').default;
const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;
const ARGON2 = new URL('./jest-argon2.mjs', import.meta.url).href;
const SERVICE = new URL('../dist/src/', import.meta.url).href;
const TESTS = new URL('../dist/test/', import.meta.url).href;
registerHooks({
  resolve(name, context, next) {
    if (name === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    if (name === 'argon2' && context.parentURL?.startsWith(SERVICE)) return { url: ARGON2, shortCircuit: true };
    const found = next(name, context);
    const { search } = new URL(context.parentURL ?? found.url);
    // Only test files and their support keep state at the top of a module.
    return found.url.startsWith(TESTS) && !found.url.includes('?') ? { ...found, url: `${found.url}${search}` } : found;
  },
});

export default class NativeRuntime extends Runtime {
  #env = { ...process.env };

  constructor(...args) {
    super(...args);
    globalThis.jestGlobals = () => this.requireModuleOrMock(this._testPath, '@jest/globals');
  }

  /** The registration of tests begins anew with each file. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
    return require(path);
  }

  unstable_importModule(path) {
    return import(`${pathToFileURL(path)}?of=${encodeURIComponent(this._testPath)}`);
  }

  installGetBuiltinModule() {}

  teardown() {
    super.teardown();
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }
}
