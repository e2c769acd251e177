interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Begins the run with how long it takes, and ends it with one plain line that any CI reads: `120 passed, 0 failed`. */
export default class ClosingLine {
  onRunStart({ numTotalTestSuites }: { numTotalTestSuites: number }): void {
    const minutes = process.env.SLOW_TESTS === 'on' ? 6 : 4;
    console.error(`${numTotalTestSuites} test files. All of them take about ${minutes} minutes on two cores.`);
  }

  onRunComplete(_contexts: unknown, results: Results): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
    // Jest writes its own summary there, after the reporters.
    process.on('exit', () => console.error(`${results.numPassedTests} passed, ${failed} failed${skipped}`));
  }
}
