// The tests run as compiled by the project's own tsc: nothing is transformed, failures still point at the .ts line.
export default {
  rootDir: 'dist',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/skip-reporter.js'],
  testEnvironment: 'node',
  testTimeout: 30_000,
  maxWorkers: 2,
};
