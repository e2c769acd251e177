import type { Context } from '../../context.js';
import { User } from '../accounts/user.entity.js';
import type { CreateApiaryInput } from './apiaries.inputs.js';
import { Apiary } from './apiary.entity.js';

/** Creates an apiary of the viewer: in the time zone of the account, if the input has none. */
export async function createApiary(
  { access, em, viewer }: Context,
  id: string,
  { name, location, treatments, timeZone: given }: CreateApiaryInput,
): Promise<Apiary> {
  const timeZone = given ?? (await access.one(User, viewer.id, ['timeZone'])).timeZone;
  const details = { location: location ?? null, treatments: treatments ?? false, timeZone };
  return em.create(Apiary, { id, user: viewer.id, name, ...details });
}
