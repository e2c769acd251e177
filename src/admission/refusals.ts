/** The errors with which the service refuses what has no room. This folder knows neither their codes nor their languages. */
export interface Refusals {
  unavailable: () => Error;
  tooManyExports: () => Error;
  tooManyFiles: () => Error;
  /** The operation has taken longer than this. */
  operationTimeout: (seconds: number) => Error;
  tooManyObjects: (max: number) => Error;
  tooManyBytes: (megabytes: number) => Error;
}
/** What waits, and is not served in time, is refused with one of these. */
export type RefusalKind = 'unavailable' | 'tooManyExports' | 'tooManyFiles';
