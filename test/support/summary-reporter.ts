import { relative } from 'node:path';

interface FileResult {
  testFilePath: string;
  perfStats: { runtime: number };
  testResults: { fullName: string; status: string; invocations?: number }[];
}
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: FileResult[];
}

const SLOWEST = 10;

/**
 * Prints the expected duration at the start; at the end, the slowest files, the tests that passed at the second attempt only, and one plain
 * line for CI: `120 passed, 0 failed`.
 */
export default class SummaryReporter {
  onRunStart({ numTotalTestSuites }: { numTotalTestSuites: number }): void {
    const minutes = { on: 45, ci: 18 }[process.env.SLOW_TESTS ?? ''] ?? 11;
    console.error(`${numTotalTestSuites} test files. All of them take about ${minutes} minutes on two cores.`);
  }

  onRunComplete(_contexts: unknown, results: Results): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
    // On exit, because Jest writes its own summary after the reporters have run.
    process.on('exit', () => {
      if (results.testResults.length > SLOWEST) console.error(slowest(results.testResults).join('\n'));
      for (const line of passedLate(results.testResults)) console.error(line);
      console.error(`${results.numPassedTests} passed, ${failed} failed${skipped}`);
    });
  }
}

function passedLate(files: FileResult[]): string[] {
  return files.flatMap(({ testFilePath, testResults }) =>
    testResults
      .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => `Passed at the second attempt only: ${relative('dist', testFilePath)}: ${fullName}`),
  );
}

function slowest(files: FileResult[]): string[] {
  const sorted = files.toSorted((a, b) => b.perfStats.runtime - a.perfStats.runtime).slice(0, SLOWEST);
  const lines = sorted.map(({ testFilePath, perfStats: { runtime } }) => {
    const file = relative('dist', testFilePath).replace(/\.js$/, '.ts');
    return `${(runtime / 1000).toFixed(1).padStart(7)} s  ${file}`;
  });
  return ['', `The ${SLOWEST} slowest files:`, ...lines];
}
