// What is restored equals what was there: of each kind of record that can be deleted, with one row of every record around it.
import { describe, expect, it } from '@jest/globals';
import { app, createRecords, owner } from '../../authorization/authorization.fixture.js';
import type { RecordIds } from '../../authorization/case.js';
import { snapshotOf, tablesMissing } from '../../support/kept-snapshot.js';
import { expectOwnersTrue } from '../../support/owners.js';

interface Kind {
  kind: string;
  id: (ids: RecordIds) => string;
  mutation: string;
  /** The tables whose rows are gone. */
  gone: string[];
}

const BELOW_HIVE = [
  'beehive_placements',
  'beehive_questions',
  'beehives',
  'colony_events',
  'inspections',
  'mite_counts',
  'queen_reigns',
];
const KINDS: Kind[] = [
  { kind: 'BEEHIVE', id: (ids) => ids.beehive, mutation: 'deleteBeehive', gone: BELOW_HIVE },
  { kind: 'QUESTION', id: (ids) => ids.question, mutation: 'deleteQuestion', gone: ['beehive_questions', 'questions'] },
  { kind: 'INVENTORY_ITEM', id: (ids) => ids.item, mutation: 'deleteInventoryItem', gone: ['inventory_items'] },
  { kind: 'QUEEN', id: (ids) => ids.freeQueen, mutation: 'deleteQueen', gone: ['queens'] },
  { kind: 'QUEEN_REIGN', id: (ids) => ids.reign, mutation: 'deleteReign', gone: ['queen_reigns'] },
  { kind: 'MITE_COUNT', id: (ids) => ids.miteCount, mutation: 'deleteMiteCount', gone: ['mite_counts'] },
  {
    kind: 'TREATMENT_FOLLOW_UP',
    id: (ids) => ids.followUp,
    mutation: 'deleteFollowUp',
    gone: ['treatment_follow_ups'],
  },
  {
    kind: 'BEEHIVE_QUESTION',
    id: (ids) => ids.beehiveQuestion,
    mutation: 'unassignQuestion',
    gone: ['beehive_questions'],
  },
  { kind: 'INSPECTION', id: (ids) => ids.draft, mutation: 'discardInspectionDraft', gone: ['inspections'] },
  {
    kind: 'HARVEST',
    id: (ids) => ids.harvestDraft,
    mutation: 'discardHarvestDraft',
    gone: ['harvest_sources', 'harvests'],
  },
  { kind: 'LOT', id: (ids) => ids.emptyLot, mutation: 'deleteLot', gone: ['lot_harvests', 'lots'] },
  { kind: 'TASK', id: (ids) => ids.task, mutation: 'deleteTask', gone: ['tasks'] },
  {
    kind: 'APIARY',
    id: (ids) => ids.apiary,
    mutation: 'deleteApiary',
    gone: [
      ...BELOW_HIVE,
      ...[
        'apiaries',
        'apiary_invitations',
        'apiary_members',
        'inventory_items',
        'questions',
        'tasks',
        'worklist_marks',
      ],
    ].sort(),
  },
];

const DELETIONS = `query ($apiary: ID) { deletions(first: 1, apiaryId: $apiary) {
  totalCount nodes { id kind recordId label deletedAt expiresAt deletedBy { userId } apiaryId beehiveId } } }`;
const RESTORE = `mutation ($input: RestoreDeletionInput!) {
  restoreDeletion(input: $input) { restoredId kind record { id __typename } } }`;

describe.each(KINDS)('$kind', ({ kind, id: idOf, mutation, gone }) => {
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
      ...{ deletedAt: expect.any(String), expiresAt: expect.any(String) },
    });
    const { restoreDeletion } = await owner.ask(RESTORE, { input: { id: deletion.id } });
    expect(restoreDeletion).toMatchObject({ restoredId: id, kind, record: { id } });
    expect(Object.fromEntries(await snapshotOf(app.database, owner.id))).toEqual(Object.fromEntries(before));
    expect((await owner.ask(DELETIONS, { apiary: ids.apiary })).deletions.totalCount).toBe(0);
    await expectOwnersTrue(app.database);
  });
});
