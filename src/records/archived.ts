import { recordRows } from './records.js';

/** Lists of what an account keeps beside its records, or lets others in by, and of what the service writes itself. */
const NOT_RESTORED = new Set([
  ...['user', 'sessions', 'personalAccessTokens', 'emailChanges', 'secondFactors', 'identities', 'digests'],
  ...['pushSubscriptions', 'memberships', 'calendarFeeds', 'webhooks', 'webhookDeliveries', 'activity'],
]);

/** The lists of an archive that an import restores, and their entities; parents come before their children. */
export const RESTORED_LISTS: ReadonlyMap<string, string> = new Map(
  recordRows.flatMap(([entity, { exportAs }]) =>
    exportAs === undefined || NOT_RESTORED.has(exportAs) ? [] : [[exportAs, entity] as const],
  ),
);
