import { v7 as uuidv7 } from 'uuid';
import { ApiaryRole } from '../../access/apiary-role.js';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row, Selected } from '../../database/row.js';
import { AppError } from '../../errors.js';
import type { Columns } from '../../graphql/columns.js';
import { claimIds, createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Queen } from './queen.entity.js';
import { QueenReign } from './queen-reign.entity.js';
import type { CreateQueenInput, UpdateQueenInput } from './queens.inputs.js';
import { installLocked } from './reigns.commands.js';

/** The most that an account can have. */
export const MAX_QUEENS = 100_000;

/** Who counts or connects the queens of an account waits for others who do. The trigger `parents_checked` takes the same lock. */
const lockOf = (owner: string): string => `pg_advisory_xact_lock(hashtextextended('queens ' || ${owner}, 0))`;

/** As `createQueen`, once for each id that a client chose. The id of the reign is claimed with that of the queen, for the same content. */
export function createQueenOnce(context: Context, input: CreateQueenInput): Promise<Queen | Row<Queen>> {
  const reignId = input.install?.newId;
  if (reignId != null && input.newId == null)
    throw AppError.badInput([{ field: 'newId', message: 'must be given together with the id of the reign' }]);
  return createOnce(context, Queen, input, async (queenId) => {
    if (reignId != null) await claimIds(context, QueenReign, [{ id: reignId, field: 'install.newId', content: input }]);
    return createQueen(context, queenId, input);
  });
}

/**
 * Records a queen and, with a hive, begins her reign there.
 * @throws NOT_FOUND and FORBIDDEN for the apiary, the hive and the mother; BAD_USER_INPUT; CONFLICT (TOO_MANY_QUEENS), and as `installQueen`
 */
export async function createQueen(context: Context, id: string, input: CreateQueenInput): Promise<Queen> {
  const { access, em, viewer } = context;
  const { newId: _, apiaryId, motherId, isMarked, isClipped, install, ...fields } = input;
  // The lock keeps the apiary from getting another owner meanwhile.
  const apiary = await access.forUpdate(Apiary, apiaryId, roleTo('create', Queen), 'no key update');
  const ownerId = apiary.userId;
  // Hives are locked before queens.
  const beehive = install == null ? undefined : await lockHive(context, install.beehiveId, ownerId);
  const run = <R extends object>(text: string): Promise<R[]> => runStatement<R>(context, { text, values: [ownerId] });
  await run(`select ${lockOf('$1::uuid')}`);
  const [queens] = await run<{ n: number }>('select count(*)::int as n from queens where owner_id = $1');
  if (queens!.n >= MAX_QUEENS) {
    const message = createMessage('An account can have at most {max} queens', { max: MAX_QUEENS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_QUEENS' });
  }
  if (motherId != null) await lockMother(context, motherId, ownerId);
  const features = { isMarked: isMarked ?? false, isClipped: isClipped ?? false };
  const mother = motherId?.toLowerCase() ?? null;
  const queen = em.create(Queen, { ...fields, ...features, id, apiary, ownerId, mother, actorId: viewer.id });
  if (beehive) {
    const startedOn = install?.startedOn ?? (await dayAtApiary(context, beehive.apiaryId));
    const locked = { beehive, queen, lockedIds: new Set([beehive.id]) };
    await installLocked(context, install?.newId?.toLowerCase() ?? uuidv7(), locked, { startedOn });
  }
  return queen;
}

async function lockHive({ access }: Context, id: string, ownerId: string): Promise<Beehive> {
  const beehive = await access.forUpdate(Beehive, id, roleTo('create', QueenReign));
  if (beehive.ownerId !== ownerId)
    throw AppError.badInput([{ field: 'install.beehiveId', message: 'must be a hive of the owner of the apiary' }]);
  return beehive;
}

/** The lock keeps her from going to another owner meanwhile. The trigger `parents_checked` refuses one that descends from the queen. */
async function lockMother({ access }: Context, id: string, ownerId: string): Promise<void> {
  const mother = await access.forUpdate(Queen, id, ApiaryRole.VIEWER, 'no key update');
  if (mother.ownerId !== ownerId)
    throw AppError.badInput([{ field: 'motherId', message: 'must be a queen of the same owner' }]);
}

/** @throws as every update; CONFLICT (LINEAGE_CYCLE) */
export async function updateQueen(
  context: Context,
  id: string,
  { motherId, ...changes }: Omit<UpdateQueenInput, 'id'>,
  fields: Columns<Queen>,
): Promise<Selected<Queen>> {
  const { access } = context;
  if (motherId == null)
    return access.update(Queen, id, { ...changes, ...(motherId === null && { mother: null }) }, fields);
  access.requireId(Queen, id);
  // If there is no queen with the id, the update is the first statement that gets the mother.
  access.requireId(Queen, motherId);
  // Before any row is locked: two requests that make each queen the mother of the other do not deadlock.
  const [queen] = await access.execute(
    Queen,
    ({ table, ownership, bind }) =>
      `select ${lockOf('owner_id')}, owner_id as "ownerId" from ${table} where id = ${bind(id)} and ${ownership}`,
  );
  if (queen) await lockMother(context, motherId, queen.ownerId);
  return access.update(Queen, id, { ...changes, mother: motherId.toLowerCase() }, fields);
}

/** Deletes a queen that was recorded by mistake. @throws as every deletion; CONFLICT (QUEEN_HAS_REIGNS) */
export function deleteQueen(context: Context, id: string, expectedVersion: number | null | undefined): Promise<string> {
  return deleteRow(context, Queen, id, { expectedVersion }, async () => {
    const queen = await context.access.forUpdate(Queen, id, roleTo('delete', Queen));
    const text = 'select 1 from queen_reigns where queen_id = $1 limit 1';
    const reigns = await runStatement(context, { text, values: [queen.id] });
    if (reigns.length === 0) return;
    throw new AppError('CONFLICT', 'The queen has reigns: delete them first', { reason: 'QUEEN_HAS_REIGNS' });
  });
}
