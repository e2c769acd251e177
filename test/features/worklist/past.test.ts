// The history of two years, typed on one day, leaves what needs somebody today.
import { expect, it } from '@jest/globals';
import { beekeeper } from '../../support/world.js';
import { app, ask, daysFromNow as timeFromNow } from './worklist.fixture.js';

const daysFromNow = (days: number): string => timeFromNow(days).slice(0, 10);

it('two years of records that are typed today leave only the items that are true today', async () => {
  const who = await beekeeper(app);
  const apiary = await who.apiary();
  const beehiveId = await who.beehive(apiary, { placedOn: daysFromNow(-730) });
  for (const ago of [700, 380]) {
    const { recordTreatment } = await who.ask(
      'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
      {
        input: {
          ...{ beehiveIds: [beehiveId], kind: 'Varroa', productName: 'Thymol', appliedBy: 'Ana' },
          ...{ startedOn: daysFromNow(-ago), endedOn: daysFromNow(-ago + 20), withdrawalDays: 10 },
        },
      },
    );
    for (const days of [10, 30])
      await who.ask(
        'mutation ($input: RecordTreatmentFollowUpInput!) { recordTreatmentFollowUp(input: $input) { treatmentFollowUp { id } } }',
        { input: { treatmentId: recordTreatment.treatments[0].id, reviewedOn: daysFromNow(-ago + days) } },
      );
  }
  for (const ago of [720, 370])
    await who.ask('mutation ($input: RecordMiteCountInput!) { recordMiteCount(input: $input) { miteCount { id } } }', {
      input: { beehiveId, method: 'ALCOHOL_WASH', bees: 300, mites: 30, countedOn: daysFromNow(-ago) },
    });
  for (const ago of [20, 60, 725, 400])
    await who.ask(
      'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
      {
        input: {
          ...{ beehiveId, answers: [], occurredAt: `${daysFromNow(-ago)}T10:00:00Z` },
          state: { health: ago === 20 ? 'HEALTHY' : 'UNHEALTHY', status: ago === 20 ? 'ACTIVE' : 'QUEENLESS' },
        },
      },
    );
  await who.ask('mutation ($input: CreateQueenInput!) { createQueen(input: $input) { queen { id } } }', {
    input: {
      apiaryId: apiary,
      install: { beehiveId, startedOn: daysFromNow(-700) },
      year: Number(daysFromNow(0).slice(0, 4)) - 1,
    },
  });
  expect((await ask({}, who)).nodes.map(({ kind }) => kind)).toEqual(['OVERDUE_INSPECTION']);
  // What was found lately is to be dealt with, however late it is typed.
  await who.ask('mutation ($input: RecordMiteCountInput!) { recordMiteCount(input: $input) { miteCount { id } } }', {
    input: { beehiveId, method: 'ALCOHOL_WASH', bees: 300, mites: 30, countedOn: daysFromNow(-3) },
  });
  expect((await ask({ kinds: ['MITES_HIGH'] }, who)).nodes).toHaveLength(1);
});
