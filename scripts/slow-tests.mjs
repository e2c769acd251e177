// Which tests are slow, for jest.config.js and the order in which they run.

/** They concern what changes seldom: `npm run test:all` runs them, before a release, and `.ci/run` a sixth of them. The longest come first. */
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

/**
 * `.ci/run` runs a third of them: processes and browsers, generated documents, and models, whose cases are new ones at each run elsewhere. The
 * longest come first.
 */
const SLOWER = [
  'test/browser/graphiql.test',
  'test/process/start-stop.test',
  'test/rest/openapi-fuzz.test',
  'test/graphql/fuzz.test',
  'test/browser/import.test',
  'test/process/commands.test',
  'test/process/release.test',
  'test/process/admin-accounts.test',
  'test/rest/bounds.test',
  'test/features/apiaries/deletions.test',
  'test/performance/idle-polls.test',
  'test/performance/worklist-plans.test',
  'test/formats/read-file.test',
  'test/features/imports/update-rows.test',
  'test/process/mistyped-settings.test',
  'test/features/sync/sync-phones.test',
  'test/features/apiaries/deletion-races.test',
  'test/process/settings.test',
  'test/features/sync/sync-crash.test',
  'test/features/deletions/histories.test',
  'test/features/archives/undone.test',
  'test/features/measurements/readings-model.test',
  'test/browser/account-links.test',
  'test/contract/regular-expressions.test',
  'test/browser/invitation.test',
  'test/process/database-tls.test',
  'test/graphql/list-limits.test',
  'test/features/harvests/harvest-histories.test',
  'test/features/imports/random-tables.test',
  'test/features/sync/stale-writers.test',
  'test/features/colonies/colony-histories.test',
  'test/features/queens/revived-queens.test',
  'test/performance/usage-plans.test',
  'test/process/mail-tls.test',
  'test/process/subscriptions.test',
  'test/features/archives/counters.test',
  'test/features/worklist/worklist-model.test',
  'test/features/measurements/measured-rules-model.test',
  'test/features/queens/queen-histories.test',
  'test/features/inspections/inspection-histories.test',
  'test/browser/openid-connect.test',
  'test/process/manual.test',
  'test/features/members/large-transfers.test',
  'test/documents/large-documents.test',
];

/** `.ci/run` runs a third of their cases. */
const IN_PARTS = ['test/features/imports/cases.test'];

const TURN = Number(process.env.TURN ?? 0);
/** Whether a case of such a test is due, by its place. */
export const isDueCase = (_, i) => process.env.SLOW_TESTS !== 'ci' || i % 3 === TURN % 3;
/** Which of `turns` parts of a list is due. Every other row is reversed, so that no part has the longest of each row. */
const isDue = (turns) => (_, i) => {
  const [row, place] = [Math.floor(i / turns), i % turns];
  return (row % 2 === 0 ? place : turns - 1 - place) === TURN % turns;
};
const notDueOf = (names, turns) => {
  const due = names.filter(isDue(turns));
  return names.filter((name) => !due.includes(name));
};
export const notDue = [...notDueOf(RARE, 6), ...notDueOf(SLOWER, 3)];
export const dueFaults = FAULTS.filter(isDue(6)).map((name) => `faults/${name}.faults`);

/** Folders whose tests start processes and browsers, or fill tables: a change of what they concern is rare, and CI finds it. */
export const SLOW_FOLDERS = ['/test/process/', '/test/browser/', '/test/performance/'];

/**
 * Slow tests, the longest first. `npm test` skips them; `npm run test:all` includes them, and `.ci/run` (`test:ci`) those whose turn it is. Only
 * `npm run test:faults` runs the tests in test/faults/*.faults.ts, which take minutes each.
 */
export const SLOW = [...IN_PARTS, ...SLOWER, ...RARE];
