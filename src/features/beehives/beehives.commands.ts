import { v7 as uuidv7 } from 'uuid';
import { ApiaryRole } from '../../access/apiary-role.js';
import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import type { Row, Selected } from '../../database/row.js';
import { flushChanges, unitOfWork } from '../../database/unit-of-work.js';
import type { Where } from '../../database/where.js';
import { AppError, asAppError, changedConcurrently } from '../../errors.js';
import type { Columns } from '../../graphql/columns.js';
import { claimIds, readCreated } from '../../idempotency/client-ids.js';
import { createMessage } from '../../messages/message.js';
import { groupBy } from '../../shared/group-by.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from './beehive.entity.js';
import type { BeehiveStateInput, CreateBeehiveInput, UpdateBeehiveInput } from './beehives.inputs.js';
import { flushOnDay, LIVING, requireLiving, requirePlacedBy, type Transport } from './living.commands.js';
import { recordWords } from './record-words.rules.js';
import { type DescribeTaken, rejectTaken, requireUntaken } from './taken-labels.queries.js';
import { deriveMeanings, hasEnums } from './vocabulary.enums.js';

/** @throws NOT_FOUND and FORBIDDEN for the apiary, as every write; CONFLICT if it already has a hive with this number or name */
export async function createBeehive(context: Context, id: string, input: CreateBeehiveInput): Promise<Beehive> {
  const beehive = await makeBeehive(context, id, input);
  await writeBeehives(context, [beehive], input.placedOn);
  return beehive;
}

/** Makes a hive that is not yet pending: hives that came on different days are written one after the other. */
async function makeBeehive(context: Context, id: string, input: CreateBeehiveInput): Promise<Beehive> {
  const { newId: _, apiaryId, beehiveNumber, name, isTreated, state, placedOn: __ } = input;
  // The id as it is stored: the client may have sent it in upper case.
  const apiary = await context.loaders.one(Apiary, apiaryId, ['id', 'userId'], roleTo('create', Beehive));
  const words = await recordWords(context, { ...state }, apiary.userId);
  const values = { ...words, id, apiary: apiary.id, beehiveNumber, name, isTreated: isTreated ?? false };
  return context.em.create(Beehive, values, { persist: false });
}

/** Writes new hives that came on the same day; without one, they came on the day on which they are recorded. */
async function writeBeehives(
  context: Context,
  beehives: Beehive[],
  placedOn: string | null | undefined,
): Promise<void> {
  context.em.persist(beehives);
  if (placedOn == null) await flushChanges(context);
  else await flushOnDay(context, placedOn);
}

const MAX_CREATED = 100;

/**
 * Creates hives, in one or several apiaries, except those that were created before under the ids of the client. The error names the numbers
 * and names that are taken.
 * @throws as `createBeehive` and `claimIds`, without any hive, if one of them cannot be created
 */
export async function createBeehives(
  context: Context,
  inputs: CreateBeehiveInput[],
): Promise<(Beehive | Row<Beehive>)[]> {
  if (inputs.length === 0 || inputs.length > MAX_CREATED)
    throw AppError.badInput([
      { field: 'beehives', message: createMessage('must have 1 to {max} entries', { max: MAX_CREATED }) },
    ]);
  const sent = inputs.map((input) => ({ input, id: input.newId?.toLowerCase() ?? uuidv7() }));
  const claims = sent.flatMap(({ input, id }, i) =>
    input.newId == null ? [] : [{ id, field: `beehives.${i}.newId`, content: input }],
  );
  const known = await claimIds(context, Beehive, claims);
  const placedOn = new Map(sent.map(({ id, input }) => [id, input.placedOn ?? null]));
  const created = await Promise.all(
    sent.filter(({ id }) => !known.has(id)).map(({ id, input }) => makeBeehive(context, id, input)),
  );
  const describe: DescribeTaken = (at, field, message) => ({
    field: `beehives.${sent.findIndex(({ id }) => id === created[at]!.id)}.${field}`,
    message,
  });
  await requireUntaken(context, created, describe);
  for (const [day, ofDay] of groupBy(created, ({ id }) => placedOn.get(id)!))
    await writeBeehives(context, ofDay, day).catch((error) => rejectTaken(error, created, describe));
  const sentBefore = claims.filter(({ id }) => known.has(id));
  const before = sentBefore.length > 0 ? await readCreated(context, Beehive, sentBefore) : [];
  const byId = new Map([...before, ...created].map((beehive) => [beehive.id as string, beehive]));
  return sent.map(({ id }) => byId.get(id)!);
}

type BeehiveChanges = BeehiveStateInput & Pick<UpdateBeehiveInput, 'beehiveNumber' | 'name' | 'isTreated'>;

/** Updates a hive. An `apiaryId` moves it to another apiary. The mobile app sends it with every update. */
export async function updateBeehive(
  context: Context,
  id: string,
  input: Omit<UpdateBeehiveInput, 'id'>,
  fields: Columns<Beehive>,
): Promise<Selected<Beehive>> {
  const { access } = context;
  const { apiaryId, expectedVersion, state, ...others } = input;
  const changes: BeehiveChanges = { ...others, ...state };
  const from = apiaryId === undefined ? undefined : (await access.one(Beehive, id, ['apiaryId'])).apiaryId;
  const isMove = from !== apiaryId?.toLowerCase();
  if (!isMove && !hasEnums(changes)) {
    const withMeanings = { expectedVersion, ...changes, ...deriveMeanings(changes) };
    return updateLiving(context, id, withMeanings, fields, { apiary: from });
  }
  if (!isMove)
    return unitOfWork(context, async () => {
      await updateLocked(context, id, changes, { expectedVersion }, from);
      await flushChanges(context);
      return access.one(Beehive, id, fields);
    });
  await unitOfWork(context, () => moveBeehive(context, id, apiaryId!, changes, { expectedVersion })).catch(nameApiary);
  return access.one(Beehive, id, fields);
}

/** An update, of the released app above all, states no reason to leave a restricted zone: it is the apiary that does not do. */
function nameApiary(error: unknown): never {
  const known = asAppError(error);
  if (known?.extensions.reason !== 'RESTRICTED_ZONE') throw error;
  const fields = [{ field: 'apiaryId', message: 'is outside of the restricted zone' } as const];
  throw new AppError('CONFLICT', known.text, { reason: 'RESTRICTED_ZONE', fields });
}

/** Changes a hive in one statement, which finds no hive that has ended. */
function updateLiving(
  { access }: Context,
  id: string,
  changes: object,
  fields: Columns<Beehive>,
  where: Where<Beehive>,
): Promise<Selected<Beehive>> {
  const requireLivingRow = async (): Promise<void> =>
    requireLiving(await access.one(Beehive, id, ['label', 'endedOn']));
  return access.update(Beehive, id, changes, fields, { ...where, ...LIVING }, requireLivingRow);
}

/**
 * Changes a hive whose words decide about the new ones.
 * @param from the id of its apiary, if that must not be another one by now
 */
async function updateLocked(
  context: Context,
  id: string,
  changes: BeehiveChanges,
  expected: Expectation,
  from: string | undefined,
): Promise<Beehive> {
  const { access, em } = context;
  const beehive = await access.forUpdate(Beehive, id);
  await access.requireVersion(Beehive, beehive, expected);
  requireLiving(beehive);
  if (from !== undefined && beehive.apiaryId !== from) throw changedConcurrently();
  return em.assign(beehive, await recordWords(context, changes, beehive.ownerId, beehive));
}

/**
 * Moves a hive, with its inspections. It leaves an apiary as a deleted hive does and enters one as a new hive does. Only the owner gives
 * a hive away to the owner of another apiary.
 * @param move the day, if it is stated, and what the movement book says of it
 */
export async function moveBeehive(
  context: Context,
  id: string,
  apiaryId: string,
  changes: BeehiveChanges,
  expected: Expectation,
  move: Transport & { movedOn?: string } = {},
): Promise<Beehive> {
  const { access, em } = context;
  const { movedOn } = move;
  const apiary = await access.forUpdate(Apiary, apiaryId, roleTo('create', Beehive), 'no key update');
  const beehive = await access.forUpdate(Beehive, id, roleTo('delete', Beehive));
  const ownerId = apiary.userId;
  if (beehive.ownerId !== ownerId) await access.one(Beehive, id, [], ApiaryRole.OWNER);
  await access.requireVersion(Beehive, beehive, expected);
  requireLiving(beehive);
  if (movedOn !== undefined) {
    if (beehive.apiaryId === apiary.id)
      throw AppError.badInput([{ field: 'apiaryId', message: 'must be another apiary' }]);
    await requirePlacedBy(context, [beehive], 'movedOn', movedOn);
  }
  em.assign(beehive, { ...(await recordWords(context, changes, ownerId, beehive)), apiary, ownerId });
  if (movedOn !== undefined) await flushOnDay(context, movedOn, move);
  return beehive;
}
