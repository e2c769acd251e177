// Jest evaluates every module anew for each test file. What is imported here is evaluated by Node itself, once for each worker: the
// service starts sooner, runs as fast as it does for users, and is not kept in memory for every test file.
import { constants, runInThisContext } from 'node:vm';

const nodesImport: (url: string) => Promise<unknown> = runInThisContext('(url) => import(url)', {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

/** @param specifier of a package, or a path from this folder */
export const importOnce = <M>(specifier: string): Promise<M> =>
  nodesImport(import.meta.resolve(specifier)) as Promise<M>;

/** The globals that the service has then; those of a test file are others. */
export const globalOfService: object = runInThisContext('globalThis');
