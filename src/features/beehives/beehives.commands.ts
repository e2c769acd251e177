import { ApiaryRole } from '../../access/apiary-role.js';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { flushChanges, unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import type { Columns } from '../../graphql/columns.js';
import { groupBy } from '../../shared/group-by.js';
import { createMessage } from '../../shared/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from './beehive.entity.js';
import type { CreateBeehiveInput, UpdateBeehiveInput } from './beehives.inputs.js';
import { deriveMeanings, recordEnumsAsWords } from './vocabulary.js';

/** @throws NOT_FOUND and FORBIDDEN for the apiary, as every write; CONFLICT if it already has a hive with this number */
export async function createBeehive({ loaders, em }: Context, input: CreateBeehiveInput): Promise<Beehive> {
  const { apiaryId, isTreated, ...fields } = recordEnumsAsWords(input);
  // The id as it is stored: the client may have sent it in upper case.
  const { id } = await loaders.one(Apiary, apiaryId, ['id'], roleTo('create', Beehive));
  return em.create(Beehive, { ...fields, apiary: id, isTreated: isTreated ?? false });
}

const MAX_CREATED = 100;

/**
 * Creates hives, in one or several apiaries. The error names the numbers that are taken.
 * @throws as `createBeehive`, without any hive, if one of them cannot be created
 */
export async function createBeehives(context: Context, inputs: CreateBeehiveInput[]): Promise<Beehive[]> {
  if (inputs.length === 0 || inputs.length > MAX_CREATED)
    throw AppError.badInput([
      { field: 'inputs', message: createMessage('must have 1 to {max} entries', { max: MAX_CREATED }) },
    ]);
  const beehives = await Promise.all(inputs.map((input) => createBeehive(context, input)));
  const taken = await findTakenNumbers(context, beehives);
  if (taken.length > 0) throw numbersTaken(taken);
  await flushChanges(context).catch((error: unknown) => {
    const key = readTakenKey(error);
    throw key === undefined ? error : numbersTaken([beehives.findIndex((beehive) => keyOf(beehive) === key)]);
  });
  return beehives;
}

type Numbered = Pick<Row<Beehive>, 'apiaryId' | 'beehiveNumber'>;
const keyOf = ({ apiaryId, beehiveNumber }: Numbered): string => `${apiaryId}, ${beehiveNumber}`;

/** Returns the indexes of new hives whose numbers other hives have, or hives before them in the list. */
async function findTakenNumbers({ access }: Context, beehives: Beehive[]): Promise<number[]> {
  const numbered = beehives.filter(({ beehiveNumber }) => beehiveNumber !== null);
  const ofApiaries = [...groupBy(numbered, ({ apiaryId }) => apiaryId)].map(([apiary, ofApiary]) => ({
    apiary,
    beehiveNumber: ofApiary.map(({ beehiveNumber }) => beehiveNumber!),
  }));
  if (ofApiaries.length === 0) return [];
  const { nodes } = await access.list(Beehive, { where: { $or: ofApiaries }, fields: ['apiaryId', 'beehiveNumber'] });
  const keys = new Set(nodes.map(keyOf));
  return numbered
    .filter((beehive) => keys.size === keys.add(keyOf(beehive)).size)
    .map((beehive) => beehives.indexOf(beehive));
}

/** Returns the key that a concurrent request took first, of which PostgreSQL says: `Key (apiary_id, beehive_number)=(…, 7) already exists.` */
function readTakenKey(error: unknown): string | undefined {
  const { constraint, detail } = error as { constraint?: string; detail?: string };
  return constraint === 'beehives_number_unique' ? /\)=\((.+?)\)/.exec(detail ?? '')?.[1] : undefined;
}

const numbersTaken = (indexes: number[]): AppError =>
  new AppError('CONFLICT', 'The apiary already has a hive with this number', {
    reason: 'BEEHIVE_NUMBER_TAKEN',
    fields: indexes.map((i) => ({ field: `inputs.${i}.beehiveNumber`, message: 'is the number of another hive' })),
  });

/** Updates a hive. An `apiaryId` moves it to another apiary. The mobile app sends it with every update. */
export async function updateBeehive(
  context: Context,
  id: string,
  input: UpdateBeehiveInput,
  fields?: Columns<Beehive>,
): Promise<Row<Beehive>> {
  const { access } = context;
  const { apiaryId, ...changes } = recordEnumsAsWords(input);
  const withMeanings = { ...changes, ...deriveMeanings(changes) };
  if (apiaryId === undefined) return access.update(Beehive, id, withMeanings, fields);
  const current = await access.one(Beehive, id, ['apiaryId']);
  if (current.apiaryId === apiaryId.toLowerCase())
    return access.update(Beehive, id, withMeanings, fields, { apiary: current.apiaryId });
  await unitOfWork(context, () => moveBeehive(context, id, apiaryId, changes));
  return access.one(Beehive, id, fields);
}

/**
 * Moves a hive, with its inspections. It leaves an apiary as a deleted hive does and enters one as a new hive does. Only the owner gives
 * a hive away to the owner of another apiary.
 */
async function moveBeehive(
  { access, em }: Context,
  id: string,
  apiaryId: string,
  changes: Partial<UpdateBeehiveInput>,
): Promise<void> {
  const apiary = await access.forUpdate(Apiary, apiaryId, roleTo('create', Beehive), 'no key update');
  const beehive = await access.forUpdate(Beehive, id, roleTo('delete', Beehive));
  const ownerId = apiary.userId;
  if (beehive.ownerId !== ownerId) await access.one(Beehive, id, [], ApiaryRole.OWNER);
  em.assign(beehive, { ...changes, apiary, ownerId });
}
