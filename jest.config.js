// Jest runs the compiled tests in dist/ without transforming them. Source maps make failures point at the .ts line.
import { existsSync } from 'node:fs';
import { notDue, SLOW } from './scripts/slow-tests.mjs';

const missing = SLOW.filter((file) => !existsSync(new URL(`${file}.ts`, import.meta.url)));
if (missing.length > 0) throw new Error(`jest.config.js lists tests that do not exist: ${missing.join(', ')}`);

const { SLOW_TESTS } = process.env;
const skipped = { on: [], ci: notDue }[SLOW_TESTS] ?? SLOW;
const isSlow = skipped !== SLOW;

export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  testPathIgnorePatterns: skipped.map((file) => `/${file}\\.js$`),
  testSequencer: '<rootDir>/../scripts/longest-first.mjs',
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.js',
  setupFilesAfterEnv: ['<rootDir>/test/support/second-attempt.js'],
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/summary-reporter.js'],
  testEnvironment: 'node',
  // On two cores that three workers share.
  testTimeout: isSlow ? 60_000 : 30_000,
  // Many of the slow tests wait.
  maxWorkers: isSlow ? 3 : 2,
  // Jest does not free the modules of a finished test file, about 20 MB, so a worker is replaced when its heap exceeds this. A new worker
  // imports the service again and runs it uncompiled at first, which takes as much time as a test file; the limit leaves it 15 to 20 files.
  // The heap limit in package.json must exceed this plus the need of one file.
  workerIdleMemoryLimit: '500MB',
};
