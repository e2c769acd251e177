// Jest runs the compiled tests in dist/ without transforming them. Source maps make failures point at the .ts line.
import { existsSync } from 'node:fs';
import { notDue, SLOW, SLOW_FOLDERS } from './scripts/slow-tests.mjs';

const missing = SLOW.filter((file) => !existsSync(new URL(`${file}.ts`, import.meta.url)));
if (missing.length > 0) throw new Error(`jest.config.js lists tests that do not exist: ${missing.join(', ')}`);

const { SLOW_TESTS } = process.env;
const skipped = { on: [], ci: notDue }[SLOW_TESTS] ?? SLOW;
const isSlow = skipped !== SLOW;

export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  testPathIgnorePatterns: [...skipped.map((file) => `/${file}\\.js$`), ...(isSlow ? [] : SLOW_FOLDERS)],
  testSequencer: '<rootDir>/../scripts/longest-first.mjs',
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.js',
  setupFilesAfterEnv: ['<rootDir>/test/support/second-attempt.js'],
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/summary-reporter.js'],
  runtime: '<rootDir>/../scripts/jest-runtime.mjs',
  testEnvironment: '<rootDir>/../scripts/jest-environment.mjs',
  // On two cores that three workers share: more than half of the time, tests wait for the database and for processes.
  testTimeout: 60_000,
  maxWorkers: 3,
  // A new worker imports the service again and runs it uncompiled at first. The heap limit in package.json must exceed this plus the need
  // of one file.
  workerIdleMemoryLimit: '500MB',
};
