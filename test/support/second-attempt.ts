// CI tries a test that failed once more: among eleven thousand, one that a busy machine delayed would stop a change that it has nothing to do
// with. The summary names those that passed at the second attempt only, because each of them has a fault to be found.
import { jest } from '@jest/globals';

if (process.env.SLOW_TESTS === 'ci') jest.retryTimes(1, { logErrorsBeforeRetry: true });
