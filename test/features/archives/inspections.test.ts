// What an archive says of inspections and their revisions is what operations could have recorded.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileLine } from '../../../src/formats/file-line.js';
import { toMessage } from '../../../src/messages/message.js';
import { Language } from '../../../src/shared/language.js';
import {
  contextOf,
  exportArchive,
  exportJson,
  linesOf,
  type Restored,
  type Row,
  restore,
  withRows,
} from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

/** More than the restore writes at once. */
const AMENDED = 60;

let app: TestApp;
let owner: Beekeeper;
let lines: FileLine[];
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app);
  const hive = await owner.beehive(await owner.apiary());
  const ids = Array.from({ length: AMENDED }, () => randomUUID());
  await Promise.all(
    ids.map((id) =>
      owner.ask(
        `mutation {
          recordInspection(input: { newId: "${id}", beehiveId: "${hive}", answers: [] }) { inspection { id } }
          amendInspection(input: { id: "${id}", answers: [], reason: "Typo" }) { inspection { id } }
        }`,
      ),
    ),
  );
  lines = await linesOf(await exportArchive(owner));
});
afterAll(() => app.close());

async function restoreWith(change: (rows: Row[]) => Row[]): Promise<Restored & { account: Beekeeper }> {
  const account = await beekeeper(app);
  return {
    account,
    ...(await restore(await contextOf(app, account.id), withRows(lines, { inspections: change }), true)),
  };
}
const ofSeries = (rows: Row[]): Row[] => rows.filter(({ seriesId }) => seriesId === rows[0]!.seriesId);
const refused = ({ results }: Restored): (string | undefined)[] =>
  results.filter(({ status }) => status === 'FAILED').map(({ problem }) => problem?.heading);

it('all revisions are restored, however many there are', async () => {
  const { account, ...restored } = await restoreWith((rows) => rows);
  expect(refused(restored)).toEqual([]);
  const { inspections } = await exportJson(account);
  expect(inspections!.filter(({ current }) => current)).toHaveLength(AMENDED);
  expect(inspections).toHaveLength(2 * AMENDED);
});

describe('a row is refused by the name of its column:', () => {
  it.each<[string, string[], (rows: Row[]) => Row[]]>([
    ['replaced revisions without a current one', ['current'], (rows) => ofSeries(rows).filter((row) => !row.current)],
    [
      'a voided inspection without a reason, and so the revision that it replaces',
      ['reason', 'current'],
      (rows) => ofSeries(rows).map((row) => (row.current ? { ...row, status: 'VOIDED', reason: null } : row)),
    ],
    [
      'a voided inspection that was replaced',
      ['current'],
      (rows) => ofSeries(rows).map((row) => (row.current ? row : { ...row, status: 'VOIDED', reason: 'Never' })),
    ],
    [
      'a draft that was replaced',
      ['current'],
      (rows) => ofSeries(rows).map((row) => (row.current ? row : { ...row, status: 'DRAFT' })),
    ],
  ])('%s', async (_, headings, change) => {
    expect(refused(await restoreWith(change))).toEqual(headings);
  });

  it('a status that there is not, with those that there are', async () => {
    const { problems } = await restoreWith((rows) => [{ ...rows[0]!, status: 'ANNULLED', current: true }]);
    const [{ heading, message }] = problems[0]!.problems as [(typeof problems)[0]['problems'][0]];
    expect([heading, toMessage(message).in(Language.EN), toMessage(message).in(Language.ES)]).toEqual([
      'status',
      'must be one of DRAFT, COMPLETED, VOIDED',
      'debe ser uno de estos valores: DRAFT, COMPLETED, VOIDED',
    ]);
  });
});
