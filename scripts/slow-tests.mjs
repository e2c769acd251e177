// Which tests are slow, for jest.config.js and the order in which they run.

/** They concern what changes seldom: `npm run test:all` runs them, before a release, and `.ci/run` those whose turn it is. */
export const RARE = [
  'test/features/reminders/push.test',
  'test/features/imports/large-sheets.test',
  'test/features/imports/hardened.test',
  'test/features/subscriptions/subscriptions.test',
  'test/process/dev.test',
  'test/http/slow-readers.test',
  'test/faults/imports.test',
  'test/faults/removals.test',
  'test/process/embedded-postgres.test',
  'test/features/accounts/many-sessions.test',
  'test/contract/json-corpora.test',
  'test/faults/bounded.test',
  'test/process/slow-mail.test',
  'test/process/point-in-time.test',
  'test/http/sockets.test',
  'test/http/password-guessing.test',
  'test/process/outage-log.test',
  'test/process/pooler.test',
  'test/performance/sync-plans.test',
  'test/features/webhooks/webhook-states.test',
  'test/engine/suite-operations.test',
  'test/http/client-limits.test',
  'test/performance/plans.test',
  'test/performance/zone-plans.test',
  'test/features/zones/zone-races.test',
  'test/process/traces.test',
  'test/process/place-canary.test',
  'test/performance/place-plans.test',
  'test/browser/rest-docs.test',
  'test/features/members/member-histories.test',
  'test/features/identities/providers.test',
  'test/features/accounts/second-factor-keys.test',
  'test/authorization/transfers.test',
  'test/features/archives/extremes.test',
  'test/features/imports/sheet-extremes.test',
  'test/performance/growth.test',
  'test/process/image.test',
  'test/process/memory-limit.test',
  'test/process/rotation.test',
  'test/faults/bytes.test',
  'test/features/sync/sync-memberships.test',
  'test/features/accounts/quota.test',
  'test/http/large-bodies.test',
  'test/process/jobs.test',
  'test/process/job-deaths.test',
  'test/process/replica.test',
  'test/process/deployed-service.test',
  'test/contract/http-corpora.test',
  'test/graphql/client-caches.test',
  'test/process/operations.test',
];
/** Tests in test/faults/*.faults.ts that take a minute or so: `.ci/run` runs two of them. */
const FAULTS = [
  ...['backup', 'caches', 'colony-and-honey', 'database', 'durability', 'failover'],
  ...['webhooks', 'openid-providers', 'sync-failover', 'locks-and-pool', 'shutdown', 'streams'],
];

const TURNS = 6;
/** `TURN` is the number of commits. */
const isDue = (_, i) => i % TURNS === Number(process.env.TURN ?? 0) % TURNS;
export const notDue = RARE.filter((name, i) => !isDue(name, i));
export const dueFaults = FAULTS.filter(isDue).map((name) => `faults/${name}.faults`);

/** Folders whose tests start processes and browsers, or fill tables: a change of what they concern is rare, and CI finds it. */
export const SLOW_FOLDERS = ['/test/process/', '/test/browser/', '/test/performance/'];

/**
 * Slow tests, many of them of processes that start, stop and fail, the longest first. `npm test` skips them; `npm run test:all` includes
 * them, and so does `.ci/run` (`test:ci`), but for most of the rare ones. Only `npm run test:faults` runs the tests in test/faults/*.faults.ts, which
 * take minutes each.
 */
export const SLOW = [
  'test/features/apiaries/deletions.test',
  'test/process/start-stop.test',
  'test/graphql/fuzz.test',
  ...RARE,
  'test/browser/graphiql.test',
  'test/rest/bounds.test',
  'test/rest/openapi-fuzz.test',
  'test/process/release.test',
  'test/process/subscriptions.test',
];
