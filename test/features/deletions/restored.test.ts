// What is restored equals what was there: of each kind of record that can be deleted, with one row of every record around it.
import { describe, expect, it } from '@jest/globals';
import { records } from '../../../src/records/records.js';
import { app, createRecords, owner } from '../../authorization/authorization.fixture.js';
import { DELETABLE } from '../../support/deletable.js';
import { snapshotOf, tablesMissing } from '../../support/kept-snapshot.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { expectGraphqlRefused } from '../../support/refusals.js';

const DELETIONS = `query ($apiary: ID) { deletions(first: 1, apiaryId: $apiary) {
  totalCount nodes { id kind recordId label createdAt expiresAt deletedBy { userId } apiaryId beehiveId } } }`;
const RESTORE = `mutation ($input: RestoreDeletionInput!) {
  restoreDeletion(input: $input) { restoredId kind record { id __typename } } }`;

it('each mutation that deletes a record is here', () => {
  const operations = Object.values(records).flatMap((row) => ('synced' in row && row.synced?.operations) || []);
  const deletes = operations.filter((name) => /^(delete|discard|unassign)/.test(name));
  expect(DELETABLE.map(({ mutation }) => mutation).sort()).toEqual(deletes.sort());
});

it('lists of deletions are limited to their kinds, and to no others', async () => {
  const list = (kinds: string[]) => owner.graphql(`{ deletions(filter: { kinds: [${kinds}] }) { totalCount } }`);
  expect((await list(DELETABLE.map(({ kind }) => kind))).errors).toBeUndefined();
  expectGraphqlRefused(await list(['TREATMENT']), { code: 'BAD_USER_INPUT', field: 'filter.kinds' });
});

describe.each(DELETABLE)('$kind', ({ kind, id: idOf, mutation, gone }) => {
  it('is there again, with all that was deleted with it', async () => {
    const ids = await createRecords();
    const id = idOf(ids);
    const before = await snapshotOf(app.database, owner.id);
    await owner.ask(`mutation { ${mutation}(input: { id: "${id}" }) { deletedId } }`);
    expect(tablesMissing(before, await snapshotOf(app.database, owner.id))).toEqual(gone);
    expect((await owner.graphql(`{ node(id: "${id}") { id } }`)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const { deletions } = await owner.ask(DELETIONS, { apiary: ids.apiary });
    const [deletion] = deletions.nodes;
    expect(deletion).toMatchObject({
      ...{ kind, recordId: id, deletedBy: { userId: owner.id }, apiaryId: ids.apiary },
      ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
    });
    const { restoreDeletion } = await owner.ask(RESTORE, { input: { id: deletion.id } });
    expect(restoreDeletion).toMatchObject({ restoredId: id, kind, record: { id } });
    expect(Object.fromEntries(await snapshotOf(app.database, owner.id))).toEqual(Object.fromEntries(before));
    const left = (await owner.ask(DELETIONS, { apiary: ids.apiary })).deletions.nodes;
    expect(left).not.toContainEqual(expect.objectContaining({ id: deletion.id }));
    await expectOwnersTrue(app.database);
  });
});
