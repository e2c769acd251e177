// Whatever an archive says, each column of each record gets each extreme of its type: the row is refused by the name of the column, or what is
// stored breaks no screen of the account, nor of those who share its apiaries.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findRowProblem } from '../../../src/features/archives/archived-rows.rules.js';
import { readValues } from '../../../src/features/archives/archived-values.rules.js';
import type { RowProblem } from '../../../src/features/imports/import-source.types.js';
import type { Message } from '../../../src/messages/message.js';
import { contextOf, exportArchive, exportJson, type Lists, linesOf, restore } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { Extremes, type Variant } from '../../support/extremes.js';
import { allSent, type MailServer, startMailServer } from '../../support/mail.js';
import { Screens } from '../../support/screens.js';
import { seedBeekeepers, seededBeekeeper } from '../../support/seed-beekeepers.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

/** The columns that break a rule over several, by the one that the problem names. */
const TOGETHER: Record<string, string[]> = {
  'Answer.number': ['answerType', 'min', 'max'],
  'BeehivePlacement.apiaryId': ['beehiveId'],
  'BeehiveQuestion.questionId': ['beehiveId'],
  'Measurement.unit': ['kind'],
  'Measurement.quantity': ['kind'],
  'LotPack.jars': ['gramsPerJar'],
  'RestrictedZone.latitude': ['area'],
  'StockMovement.sequence': ['amount', 'balanceAfter'],
  'Task.beehiveLabels': ['beehiveIds'],
  'Inspection.reason': ['status'],
  'Task.itemQuantities': ['itemIds'],
};

let app: TestApp;
let mails: MailServer;
let owner: Beekeeper;
let member: Beekeeper;
/** Refused, but not by the name of the column. */
const unnamed: string[] = [];
/** What the account has of the records whose value was stored, by the lists of an export. */
let stored: Lists;
const variants = new Set<string>();

const inWords = ({ record, column, value }: Variant): string =>
  `${record.entity}.${column.name} ${JSON.stringify(value)?.slice(0, 60)}`;

function requireName(variant: Variant, { heading, message }: RowProblem): void {
  const { record, column } = variant;
  const names = heading?.split(', ') ?? [];
  const isNamed = names.some((name) => name === column.name || name.startsWith(`${column.name}.`));
  if (isNamed || TOGETHER[`${record.entity}.${heading}`]?.includes(column.name)) return;
  unnamed.push(
    `${inWords(variant)} → ${heading}: ${typeof message === 'string' ? message : (message as Message).in('en')}`,
  );
}

beforeAll(async () => {
  mails = await startMailServer();
  app = await startTestApp({ SMTP_URL: mails.url });
  [owner, member] = [await beekeeper(app), await beekeeper(app)];
  await seedBeekeepers(app.database, {
    accounts: 'values (900001, 2, 6), (900002, 1, 3)',
    members: `values (900001, 900002, 1, 'MANAGER'), (900002, 900001, 1, 'WORKER')`,
  });
  const firm = await seededBeekeeper(app, 900_001);
  const { apiaries, beehives } = await exportJson(await seededBeekeeper(app, 900_002));
  const context = await contextOf(app, owner.id);
  const extremes = new Extremes(context, await exportJson(firm));
  const possible: Variant[] = [];
  for (const variant of extremes.variants([apiaries![0]!.id, beehives![0]!.id])) {
    const { record, world } = variant;
    const problem = findRowProblem(record, readValues(record, world.get(record.entity)!));
    if (problem) requireName(variant, problem);
    else possible.push(variant);
  }
  const [file] = await linesOf(await exportArchive(firm));
  const { details } = file as { details: Record<string, unknown> };
  const lines = extremes.linesOf(
    possible.map(({ world }) => world),
    details,
  );
  const rows = lines.filter((line) => line.type === 'row');
  const variantOf = new Map(possible.map((variant) => [variant.world.get(variant.record.entity)!, variant]));
  const { results } = await restore(context, lines, true);
  for (const { n, status, problem, records } of results) {
    const variant = variantOf.get(rows[n - 1]!.cells as never);
    if (variant && status === 'FAILED') requireName(variant, problem!);
    if (variant && records[0]) variants.add(records[0].id);
  }
  await app.database.sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
     select gen_random_uuid(), now(), now(), id, $2, 'MANAGER' from apiaries where owner_id = $1`,
    [owner.id, member.id],
  );
  stored = await exportJson(owner);
}, 120_000);
afterAll(async () => {
  await app.close();
  await mails.close();
});

it('rows are refused by the name of the column', () => expect(unnamed).toEqual([]));

describe.each(['owner', 'member'])('to the %s', (name) => {
  const who = (): Beekeeper => (name === 'owner' ? owner : member);

  it('every screen is shown', async () => {
    expect(await new Screens(app, who(), stored).readAll(variants)).toEqual([]);
  }, 120_000);

  it('a digest is sent', async () => {
    await app.database.sql(`update users set is_verified = true where id = $1`, [who().id]);
    await who().ask('mutation { setDigest(input: { frequency: DAILY }) { digest { frequency } } }');
    await app.database.sql(`update digests set due_at = now() - interval '1 minute' where user_id = $1`, [who().id]);
    await app.app.digests.send();
    await allSent(app);
    const digests = mails.received.filter(({ mail }) => mail.to === who().email && 'list-unsubscribe' in mail.headers);
    expect(digests).toHaveLength(1);
  });
});

it('a task is completed, or refused', async () => {
  const open = stored.tasks!.filter(({ status }) => status === 'OPEN');
  for (const { id } of open) {
    const { errors } = await member.graphql(`mutation { completeTask(input: { id: "${id}" }) { task { status } } }`);
    for (const { extensions } of errors ?? []) expect(extensions.code).toBe('BAD_USER_INPUT');
  }
});
