import type { Config } from '../config.js';
import type { ReadingRetention } from './reading-retention.js';

/** What requests know of the settings: no addresses with passwords. */
export type ServiceSettings = Pick<
  Config,
  'defaultTimeZone' | 'jwtSecrets' | 'minApiaryDistancesKm' | 'oidc' | 'push' | 'webhookHosts'
> & { retention: ReadingRetention };
