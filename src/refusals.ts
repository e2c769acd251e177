// The errors with which admission control refuses requests, in the words of the APIs.
import type { Refusals } from './admission/admission.js';
import { AppError, unavailable } from './errors.js';
import { createMessage } from './messages/message.js';

const RETRY_AFTER_S = 10;

export const refusals: Refusals = {
  unavailable,
  tooManyExports: () =>
    new AppError('RATE_LIMITED', 'Too many exports are under way: try again later', { retryAfter: RETRY_AFTER_S }),
  tooManyFiles: () =>
    new AppError('RATE_LIMITED', 'Too many files are being sent: try again later', { retryAfter: RETRY_AFTER_S }),
  operationTimeout: (seconds) =>
    new AppError(
      'UNAVAILABLE',
      createMessage('The operation takes longer than {seconds} seconds: request less at once', { seconds }),
      { reason: 'OPERATION_TIMEOUT', retryAfter: seconds },
    ),
  tooManyObjects: (max) =>
    new AppError(
      'BAD_USER_INPUT',
      createMessage('The response would contain more than {max} objects: request smaller pages', { max }),
      { reason: 'RESPONSE_TOO_BROAD' },
    ),
  tooManyBytes: (max) =>
    new AppError(
      'BAD_USER_INPUT',
      createMessage('The response would exceed {max} MB: request smaller pages or fewer fields', { max }),
      { reason: 'RESPONSE_TOO_LARGE' },
    ),
};
