import { ref } from '@mikro-orm/core';
import { Apiary } from '../apiaries/apiary.entity.js';
import type { Context } from '../context.js';
import { Beehive } from './beehive.entity.js';
import type { CreateBeehiveInput, UpdateBeehiveInput } from './beehives.inputs.js';

/** @throws NOT_FOUND when the apiary is missing or somebody else's; CONFLICT when it has a hive of that number */
export async function createBeehive({ access, em }: Context, input: CreateBeehiveInput): Promise<Beehive> {
  const { apiaryId, treatments, ...fields } = input;
  // The id as it is stored: the client may have written it in capitals.
  const { id } = await access.one(Apiary, apiaryId, ['id']);
  return em.create(Beehive, { ...fields, apiary: id, treatments: treatments ?? false });
}

/** Changes a hive; with another `apiaryId` it moves there, which must be the viewer's too. */
export async function updateBeehive({ access, em }: Context, id: string, input: UpdateBeehiveInput): Promise<Beehive> {
  const { apiaryId, ...fields } = input;
  const beehive = await access.forUpdate(Beehive, id);
  if (apiaryId !== undefined && apiaryId.toLowerCase() !== beehive.apiaryId) {
    const apiary = await access.one(Apiary, apiaryId, ['id']);
    beehive.apiary = ref(Apiary, apiary.id);
  }
  return em.assign(beehive, fields);
}
