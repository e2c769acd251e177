import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireLiving } from '../beehives/living.commands.js';
import { MiteCount, MiteCountMethod } from './mite-count.entity.js';
import type { RecordMiteCountInput } from './mite-counts.inputs.js';

/** @throws NOT_FOUND and FORBIDDEN for the hive, as every write; BAD_USER_INPUT; CONFLICT (BEEHIVE_ENDED) */
export async function createMiteCount(context: Context, id: string, input: RecordMiteCountInput): Promise<MiteCount> {
  const { newId: _, beehiveId, countedOn, ...count } = input;
  const { access, em, viewer } = context;
  requireSample(count);
  // The lock keeps the hive from going to another owner meanwhile, to whom the count would not go along.
  const beehive = await access.forUpdate(Beehive, beehiveId, roleTo('create', MiteCount));
  const { apiary, ownerId } = beehive;
  const fields = { id, countedOn: countedOn ?? (await dayAtApiary(context, beehive.apiaryId)), actorId: viewer.id };
  requireLiving(beehive, fields.countedOn);
  return em.create(MiteCount, { ...count, ...fields, beehive, apiary, ownerId });
}

/** A sample has bees, a sticky board has days. */
function requireSample({ method, bees, days }: Pick<RecordMiteCountInput, 'method' | 'bees' | 'days'>): void {
  const [required, omitted] = method === MiteCountMethod.STICKY_BOARD ? ['days', 'bees'] : ['bees', 'days'];
  const given = { bees, days } as Record<string, number | null | undefined>;
  if (given[required!] == null) throw AppError.badInput([{ field: required!, message: 'is required' }]);
  if (given[omitted!] == null) return;
  const message = createMessage('must not be combined with `{field}`', { field: `method: ${method}` });
  throw AppError.badInput([{ field: omitted!, message }]);
}
