// What the tests of digests share: the service with an SMTP server, and accounts with something to do.
import { afterAll, beforeAll } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { allSent, type MailServer, type ReceivedMail, startMailServer } from '../../support/mail.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
/** Another process with the same database. */
export let second: TestApp;
export let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  app = await startTestApp({ SMTP_URL: server.url });
  second = await startTestApp({ SMTP_URL: server.url }, app.database);
});
afterAll(async () => {
  await second?.close();
  await app?.close();
  await server?.close();
});

export interface Digest {
  frequency: 'OFF' | 'DAILY' | 'WEEKLY';
  weekday: string;
  hour: number;
  kinds: string[] | null;
  onlyAssigned: boolean;
  nextAt: string | null;
  lastAt: string | null;
}
export const FIELDS = 'frequency weekday hour kinds onlyAssigned nextAt lastAt';

/** An account whose address is verified, in English. */
export async function account(): Promise<Beekeeper> {
  const who = await beekeeper(app);
  await app.database.sql(`update users set is_verified = true, language = 'en' where id = $1`, [who.id]);
  return who;
}

export const set = (who: Beekeeper, input: object) =>
  who.graphql<{ setDigest: { digest: Digest } }>(
    `mutation ($input: SetDigestInput!) { setDigest(input: $input) { digest { ${FIELDS} } } }`,
    { input },
  );
export async function switchOn(who: Beekeeper, input: object = {}): Promise<Digest> {
  const { data, errors } = await set(who, { frequency: 'DAILY', ...input });
  if (errors) throw new Error(errors[0]!.message);
  return data.setDigest.digest;
}
export const digestOf = async (who: Beekeeper): Promise<Digest> =>
  (await who.ask(`{ me { digest { ${FIELDS} } } }`)).me.digest;

/** @returns its id */
export async function task(who: Beekeeper, apiaryId: string, title: string, fields: object = {}): Promise<string> {
  const { createTask } = await who.ask(
    'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }',
    { input: { apiaryId, title, kind: 'OTHER', ...fields } },
  );
  return createTask.task.id;
}

/** As if its time had come. */
export async function makeDue({ id }: Beekeeper, ago = '1 minute'): Promise<void> {
  await app.database.sql('update digests set due_at = now() - $2::interval where user_id = $1', [id, ago]);
}

export const digestsTo = ({ email }: Beekeeper): ReceivedMail[] =>
  server.received.map(({ mail }) => mail).filter(({ to, headers }) => to === email && 'list-unsubscribe' in headers);

/** Makes the digests of accounts due, and waits until every mail has been sent. @returns all digests to the first */
export async function digestsAfter(...accounts: [Beekeeper, ...Beekeeper[]]): Promise<ReceivedMail[]> {
  for (const who of accounts) await makeDue(who);
  await app.app.digests.send();
  await allSent(app);
  return digestsTo(accounts[0]);
}
