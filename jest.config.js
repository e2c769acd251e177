// The tests run as compiled by the project's own tsc: nothing is transformed, failures still point at the .ts line.
import { existsSync } from 'node:fs';

/**
 * What waits long for processes to start, stop and fail. `npm run test:all`, and with it `.ci/run`, runs these too; `npm test` runs
 * everything else. The faults that take minutes each (test/faults/*.faults.ts) are run by `npm run test:faults` alone.
 */
const SLOW = [
  'test/features/many-sessions.test',
  'test/process/embedded-postgres.test',
  'test/process/operations.test',
  'test/process/replica.test',
  'test/process/slow-mail.test',
  'test/process/start-stop.test',
];
const moved = SLOW.filter((file) => !existsSync(new URL(`${file}.ts`, import.meta.url)));
if (moved.length > 0) throw new Error(`jest.config.js names tests that are not there: ${moved.join(', ')}`);

export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  testPathIgnorePatterns: process.env.SLOW_TESTS === 'on' ? [] : SLOW.map((file) => `/${file}\\.js$`),
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/skip-reporter.js'],
  testEnvironment: 'node',
  testTimeout: 30_000,
  maxWorkers: 2,
  // Jest does not free what a test file has loaded. The bound on the heap in package.json must hold this and what one file needs.
  workerIdleMemoryLimit: '200MB',
};
