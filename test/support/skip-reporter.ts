interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Prints the expected duration at the start, and one plain summary line for CI at the end: `120 passed, 0 failed`. */
export default class SummaryReporter {
  onRunStart({ numTotalTestSuites }: { numTotalTestSuites: number }): void {
    const minutes = process.env.SLOW_TESTS === 'on' ? 14 : 8;
    console.error(`${numTotalTestSuites} test files. All of them take about ${minutes} minutes on two cores.`);
  }

  onRunComplete(_contexts: unknown, results: Results): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
    // On exit, because Jest writes its own summary after the reporters have run.
    process.on('exit', () => console.error(`${results.numPassedTests} passed, ${failed} failed${skipped}`));
  }
}
