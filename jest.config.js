// Jest runs the compiled tests in dist/ without transforming them. Source maps make failures point at the .ts line.
import { existsSync } from 'node:fs';

/**
 * Slow tests, many of them of processes that start, stop and fail. `npm test` skips them; `npm run test:all`, and with it `.ci/run`,
 * includes them. Only `npm run test:faults` runs the tests in test/faults/*.faults.ts, which take minutes each.
 */
const SLOW = [
  'test/engine/suite-operations.test',
  'test/features/subscriptions/subscriptions.test',
  'test/graphql/fuzz.test',
  'test/http/client-limits.test',
  'test/http/password-guessing.test',
  'test/http/sockets.test',
  'test/performance/growth.test',
  'test/performance/plans.test',
  'test/browser/graphiql.test',
  'test/browser/rest-docs.test',
  'test/contract/http-corpora.test',
  'test/contract/json-corpora.test',
  'test/faults/bounded.test',
  'test/faults/removals.test',
  'test/rest/bounds.test',
  'test/rest/openapi-fuzz.test',
  'test/http/slow-readers.test',
  'test/features/accounts/many-sessions.test',
  'test/features/members/member-histories.test',
  'test/performance/sync-plans.test',
  'test/process/dev.test',
  'test/process/deployed-service.test',
  'test/process/embedded-postgres.test',
  'test/process/image.test',
  'test/process/jobs.test',
  'test/process/operations.test',
  'test/process/outage-log.test',
  'test/process/pooler.test',
  'test/process/release.test',
  'test/process/rotation.test',
  'test/process/point-in-time.test',
  'test/process/replica.test',
  'test/process/slow-mail.test',
  'test/process/start-stop.test',
  'test/process/subscriptions.test',
  'test/process/traces.test',
];
const missing = SLOW.filter((file) => !existsSync(new URL(`${file}.ts`, import.meta.url)));
if (missing.length > 0) throw new Error(`jest.config.js lists tests that do not exist: ${missing.join(', ')}`);

export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  testPathIgnorePatterns: process.env.SLOW_TESTS === 'on' ? [] : SLOW.map((file) => `/${file}\\.js$`),
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/summary-reporter.js'],
  testEnvironment: 'node',
  // On two cores that three workers share.
  testTimeout: process.env.SLOW_TESTS === 'on' ? 60_000 : 30_000,
  // Many of the slow tests wait.
  maxWorkers: process.env.SLOW_TESTS === 'on' ? 3 : 2,
  // Jest does not free the modules of a finished test file, about 20 MB, so a worker is replaced when its heap exceeds this. A new worker
  // imports the service again and runs it uncompiled at first, which takes as much time as a test file; the limit leaves it 15 to 20 files.
  // The heap limit in package.json must exceed this plus the need of one file.
  workerIdleMemoryLimit: '500MB',
};
