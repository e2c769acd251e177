// Jest evaluates every module again for each test file. Modules imported here are evaluated by Node itself, once for each worker: the
// service starts faster, runs at its normal speed, and is not kept in memory for every test file.
import { constants, runInThisContext } from 'node:vm';

const nodeImport: (url: string) => Promise<unknown> = runInThisContext('(url) => import(url)', {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

/** @param specifier a package, or a path relative to this folder */
export const importOnce = <M>(specifier: string): Promise<M> =>
  nodeImport(import.meta.resolve(specifier)) as Promise<M>;

/** The global object of the service, which differs from that of a test file. */
export const globalOfService: object = runInThisContext('globalThis');
