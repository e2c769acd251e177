import type { Context } from '../../context.js';
import { User } from '../accounts/user.entity.js';
import type { CreateApiaryInput } from './apiaries.inputs.js';
import { Apiary } from './apiary.entity.js';
import { columnsOf } from './position.rules.js';

/** Creates an apiary of the viewer: in the time zone of the account, if the input has none. */
export async function createApiary(
  { access, em, viewer }: Context,
  id: string,
  { name, location, treatments, timeZone: given, position, ...place }: CreateApiaryInput,
): Promise<Apiary> {
  const timeZone = given ?? (await access.one(User, viewer.id, ['timeZone'])).timeZone;
  const { elevation, country, municipality, registerNumber, mobility, forage } = place;
  return em.create(Apiary, {
    ...{ id, user: viewer.id, name, timeZone, location: location ?? null, treatments: treatments ?? false },
    ...{ elevation: elevation ?? null, country: country ?? null, municipality: municipality ?? null },
    ...{ registerNumber: registerNumber ?? null, mobility: mobility ?? null, forage: forage ?? null },
    ...columnsOf(position ?? null),
  });
}
