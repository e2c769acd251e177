import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import type { Columns } from '../../graphql/columns.js';
import { createMessage } from '../../shared/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from './beehive.entity.js';
import type { CreateBeehiveInput, UpdateBeehiveInput } from './beehives.inputs.js';
import { deriveMeanings, recordEnumsAsWords } from './vocabulary.js';

/** @throws NOT_FOUND if the apiary is missing or belongs to another account; CONFLICT if it already has a hive with this number */
export async function createBeehive({ loaders, em }: Context, input: CreateBeehiveInput): Promise<Beehive> {
  const { apiaryId, isTreated, ...fields } = recordEnumsAsWords(input);
  // The id as it is stored: the client may have sent it in upper case.
  const { id } = await loaders.one(Apiary, apiaryId, ['id']);
  return em.create(Beehive, { ...fields, apiary: id, isTreated: isTreated ?? false });
}

const MAX_CREATED = 100;

/** Creates hives, in one or several apiaries. @throws as `createBeehive`, without any hive, if one of them cannot be created */
export async function createBeehives(context: Context, inputs: CreateBeehiveInput[]): Promise<Beehive[]> {
  if (inputs.length === 0 || inputs.length > MAX_CREATED)
    throw AppError.badInput([
      { field: 'inputs', message: createMessage('must have 1 to {max} entries', { max: MAX_CREATED }) },
    ]);
  return Promise.all(inputs.map((input) => createBeehive(context, input)));
}

/** Updates a hive. An `apiaryId` moves it to another apiary of the viewer. */
export async function updateBeehive(
  { access }: Context,
  id: string,
  input: UpdateBeehiveInput,
  fields?: Columns<Beehive>,
): Promise<Row<Beehive>> {
  const { apiaryId, ...changes } = recordEnumsAsWords(input);
  const apiary = apiaryId === undefined ? undefined : (await access.one(Apiary, apiaryId, ['id'])).id;
  return access.update(Beehive, id, { ...changes, ...deriveMeanings(changes), apiary }, fields);
}
