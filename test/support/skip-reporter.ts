interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Ends the run with one plain line that any CI reads: `120 passed, 0 failed`. */
export default class ClosingLine {
  onRunComplete(_contexts: unknown, results: Results): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
    // Jest writes its own summary there, after the reporters.
    process.on('exit', () => console.error(`${results.numPassedTests} passed, ${failed} failed${skipped}`));
  }
}
