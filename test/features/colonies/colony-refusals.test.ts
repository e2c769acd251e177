// What is refused for a colony, without any change.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { askInSpanish, daysAgo, done, lose, move, readHive, unite } from '../../support/colonies.js';
import { ana, apiary, hive, TODAY } from './colonies.fixture.js';

const MUTATIONS = {
  split: 'mutation ($input: SplitBeehiveInput!) { splitBeehive(input: $input) { beehive { id } } }',
  unite: 'mutation ($input: UniteBeehivesInput!) { uniteBeehives(input: $input) { beehive { id } } }',
  lose: 'mutation ($input: RecordLossInput!) { recordLoss(input: $input) { beehive { id } } }',
  move: 'mutation ($input: MoveBeehiveInput!) { moveBeehive(input: $input) { beehive { id } } }',
  correctBeehiveEnd:
    'mutation ($input: CorrectBeehiveEndInput!) { correctBeehiveEnd(input: $input) { beehive { id } } }',
  revive: 'mutation ($id: ID!) { reviveBeehive(input: { id: $id }) { beehive { id } } }',
  correctBeehivePlacement:
    'mutation ($input: CorrectBeehivePlacementInput!) { correctBeehivePlacement(input: $input) { beehivePlacement { id } } }',
  update: 'mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }',
  assign: 'mutation ($input: OverrideQuestionInput!) { overrideQuestion(input: $input) { beehiveQuestion { id } } }',
} as const;
interface Refusal {
  name: string;
  mutation: keyof typeof MUTATIONS;
  /** Returns the variables; `living`, `full` and `ended` are hives, `other` is an apiary in which `living` was before. */
  variables: (
    ids: Record<'living' | 'full' | 'ended' | 'united' | 'other' | 'placement' | 'past' | 'question', string>,
  ) => object;
  code: string;
  reason?: string;
  en: RegExp;
  es: RegExp;
}
const ENDED = {
  code: 'CONFLICT',
  reason: 'BEEHIVE_ENDED',
  en: /^Hive \d+ ended on [\d-]+: if/,
  es: /^La colmena \d+ está de baja desde el [\d-]+: si es un error, reactívela/,
};
const EARLY = {
  code: 'CONFLICT',
  reason: 'BEFORE_PLACEMENT',
  en: /^On this day, the hive was not in its apiary yet$/,
  es: /^Ese día la colmena aún no estaba en su apiario$/,
};
const FRAMES = {
  code: 'CONFLICT',
  reason: 'INSUFFICIENT_FRAMES',
  en: /^The hive does not have so many frames$/,
  es: /^La colmena no tiene tantos cuadros$/,
};
const LIVING = {
  code: 'CONFLICT',
  reason: 'BEEHIVE_LIVING',
  en: /^The hive has not ended$/,
  es: /^La colmena no está de baja$/,
};
const STALE = { code: 'CONFLICT', reason: 'VERSION_CONFLICT', en: /version/, es: /versión/ };
const early = daysAgo(200);
const future = daysAgo(-3);
const FUTURE = { code: 'BAD_USER_INPUT', en: /must not be in the future/, es: /no debe estar en el futuro/ };
const REFUSALS: Refusal[] = [
  {
    name: 'a move to an id that is none',
    mutation: 'move',
    variables: ({ living }) => ({ input: { id: living, apiaryId: 'nonsense' } }),
    ...{ code: 'NOT_FOUND', en: /^Apiary not found$/, es: /^No se encontró el apiario$/ },
  },
  {
    name: 'a split of a hive that has ended',
    mutation: 'split',
    variables: ({ ended }) => ({ input: { id: ended } }),
    ...ENDED,
  },
  {
    name: 'a split before the hive came',
    mutation: 'split',
    variables: ({ living }) => ({ input: { id: living, splitOn: early } }),
    ...EARLY,
  },
  {
    name: 'a split in the future',
    mutation: 'split',
    variables: ({ living }) => ({ input: { id: living, splitOn: future } }),
    ...FUTURE,
  },
  {
    name: 'a split with more frames than there are',
    mutation: 'split',
    variables: ({ living }) => ({ input: { id: living, state: { foodFrames: 7 } } }),
    ...FRAMES,
  },
  {
    name: 'a split with frames that were never counted',
    mutation: 'split',
    variables: ({ full }) => ({ input: { id: full, state: { broodFrames: 1 } } }),
    ...FRAMES,
  },
  {
    name: 'a split of another version',
    mutation: 'split',
    variables: ({ living }) => ({ input: { id: living, expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a union of a hive that has ended',
    mutation: 'unite',
    variables: ({ living, ended }) => ({ input: { id: ended, intoBeehiveId: living } }),
    ...ENDED,
  },
  {
    name: 'a union into a hive that has ended',
    mutation: 'unite',
    variables: ({ living, ended }) => ({ input: { id: living, intoBeehiveId: ended } }),
    ...ENDED,
  },
  {
    name: 'a union of a hive with itself',
    mutation: 'unite',
    variables: ({ living }) => ({ input: { id: living, intoBeehiveId: living.toUpperCase() } }),
    code: 'BAD_USER_INPUT',
    en: /^intoBeehiveId must be another hive$/,
    es: /^intoBeehiveId debe ser otra colmena$/,
  },
  {
    name: 'a union with more frames than there are',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { id: living, intoBeehiveId: full, broodFrames: 5 } }),
    ...FRAMES,
  },
  {
    name: 'a union with too many frames',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { id: living, intoBeehiveId: full } }),
    code: 'CONFLICT',
    reason: 'TOO_MANY_FRAMES',
    en: /^The hive would have more than 1000 frames$/,
    es: /^La colmena tendría más de 1000 cuadros$/,
  },
  {
    name: 'a union before a hive came',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { id: living, intoBeehiveId: full, unitedOn: early } }),
    ...EARLY,
  },
  {
    name: 'a union of another version',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { id: living, intoBeehiveId: full, expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a union into another version',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { id: living, intoBeehiveId: full, intoExpectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a second loss',
    mutation: 'lose',
    variables: ({ ended }) => ({ input: { id: ended, cause: 'MITES' } }),
    ...ENDED,
  },
  {
    name: 'a loss before the hive came',
    mutation: 'lose',
    variables: ({ living }) => ({ input: { id: living, cause: 'MITES', lostOn: early } }),
    ...EARLY,
  },
  {
    name: 'a loss in the future',
    mutation: 'lose',
    variables: ({ living }) => ({ input: { id: living, cause: 'MITES', lostOn: future } }),
    ...FUTURE,
  },
  {
    name: 'a loss of another version',
    mutation: 'lose',
    variables: ({ living }) => ({ input: { id: living, cause: 'MITES', expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a move of a hive that has ended',
    mutation: 'move',
    variables: ({ ended, other }) => ({ input: { id: ended, apiaryId: other } }),
    ...ENDED,
  },
  {
    name: 'a move to the same apiary',
    mutation: 'move',
    variables: ({ living }) => ({ input: { id: living, apiaryId: apiary } }),
    code: 'BAD_USER_INPUT',
    en: /^apiaryId must be another apiary$/,
    es: /^apiaryId debe ser otro apiario$/,
  },
  {
    name: 'a move before the hive came',
    mutation: 'move',
    variables: ({ living, other }) => ({ input: { id: living, apiaryId: other, movedOn: early } }),
    ...EARLY,
  },
  {
    name: 'a move of another version',
    mutation: 'move',
    variables: ({ living, other }) => ({ input: { id: living, apiaryId: other, expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a change of a hive that has ended',
    mutation: 'update',
    variables: ({ ended }) => ({ input: { id: ended, state: { observations: 'New' } } }),
    ...ENDED,
  },
  {
    name: 'a move by a change of a hive that has ended',
    mutation: 'update',
    variables: ({ ended, other }) => ({ input: { id: ended, apiaryId: other } }),
    ...ENDED,
  },
  {
    name: 'a question for a hive that has ended',
    mutation: 'assign',
    variables: ({ ended, question }) => ({ input: { beehiveId: ended, questionId: question } }),
    ...ENDED,
  },
  {
    name: 'a correction of the end of a living hive',
    mutation: 'correctBeehiveEnd',
    variables: ({ living }) => ({ input: { id: living } }),
    ...LIVING,
  },
  {
    name: 'an end before the hive came',
    mutation: 'correctBeehiveEnd',
    variables: ({ ended }) => ({ input: { id: ended, endedOn: early } }),
    ...EARLY,
  },
  {
    name: 'an end in the future',
    mutation: 'correctBeehiveEnd',
    variables: ({ ended }) => ({ input: { id: ended, endedOn: future } }),
    ...FUTURE,
  },
  {
    name: 'a cause of the end of a hive that was united',
    mutation: 'correctBeehiveEnd',
    variables: ({ united }) => ({ input: { id: united, cause: 'MITES' } }),
    code: 'BAD_USER_INPUT',
    en: /^cause must be omitted for a hive that was united$/,
    es: /^cause debe omitirse en una colmena que se unió a otra$/,
  },
  {
    name: 'a correction of the end of another version',
    mutation: 'correctBeehiveEnd',
    variables: ({ ended }) => ({ input: { id: ended, expectedVersion: 99 } }),
    ...STALE,
  },
  { name: 'the return of a living hive', mutation: 'revive', variables: ({ living }) => ({ id: living }), ...LIVING },
  {
    name: 'the return of a hive whose frames are gone',
    mutation: 'revive',
    variables: ({ united }) => ({ id: united }),
    ...FRAMES,
  },
  {
    name: 'a placement before the one before',
    mutation: 'correctBeehivePlacement',
    variables: ({ placement }) => ({ input: { id: placement, placedOn: early } }),
    ...EARLY,
  },
  {
    name: 'a placement after its end',
    mutation: 'correctBeehivePlacement',
    variables: ({ past }) => ({ input: { id: past, placedOn: daysAgo(20) } }),
    code: 'CONFLICT',
    reason: 'AFTER_PLACEMENT',
    en: /^On this day, the hive had left the apiary$/,
    es: /^Ese día la colmena ya no estaba en el apiario$/,
  },
  {
    name: 'a placement of another version',
    mutation: 'correctBeehivePlacement',
    variables: ({ placement }) => ({ input: { id: placement, placedOn: TODAY, expectedVersion: 99 } }),
    ...STALE,
  },
];

describe('refused, without any change', () => {
  let ids: Parameters<Refusal['variables']>[0];
  beforeAll(async () => {
    const other = await ana.apiary();
    const living = await hive({}, other);
    await done(move(ana, { id: living, apiaryId: apiary, movedOn: daysAgo(50) }));
    const [placement, past] = (await readHive(ana, living)).placements.nodes;
    const [full, ended, united, into] = [
      await hive({ foodFrames: 999, broodFrames: null }),
      await hive(),
      await hive(),
      await hive(),
    ];
    await done(lose(ana, { id: ended, cause: 'DISEASE' }));
    await done(unite(ana, { id: united, intoBeehiveId: into }));
    await ana.ask(`mutation { updateBeehive(input: { id: "${into}", state: { broodFrames: 1 } }) { beehive { id } } }`);
    const {
      question: { question },
    } = await ana.ask(
      `mutation { question: createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { question { id } } }`,
    );
    ids = { living, full, ended, united, other, placement: placement!.id, past: past!.id, question: question.id };
  });

  it.each(REFUSALS)('$name', async ({ mutation, variables, code, reason, en, es }) => {
    const sent = variables(ids);
    const state = () => Promise.all([ids.living, ids.full, ids.ended, ids.united].map((id) => readHive(ana, id)));
    const before = await state();
    const inEnglish = await ana.graphql(MUTATIONS[mutation], sent as Record<string, unknown>);
    const inSpanish = await askInSpanish(ana, MUTATIONS[mutation], sent);
    for (const [answer, text] of [
      [inEnglish, en],
      [inSpanish, es],
    ] as const) {
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors![0]!.message).toMatch(text);
      expect(answer.errors![0]!.extensions).toMatchObject({ code, ...(reason && { reason }) });
    }
    expect(await state()).toEqual(before);
  });
});
