// What becomes of the queens of hives that end, and how corrections of the end undo it (docs/colonies.md).
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import type { Where } from '../../database/where.js';
import { AppError } from '../../errors.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import { EndCause } from '../beehives/end-cause.enums.js';
import { Queen } from '../queens/queen.entity.js';
import { QueenReign, ReignEnd } from '../queens/queen-reign.entity.js';

type Reign = Row<QueenReign>;

const reasonOf = ({ endCause }: Beehive): ReignEnd =>
  endCause === EndCause.UNITED ? ReignEnd.UNITED : ReignEnd.COLONY_LOST;
const laterOf = (one: string, other: string): string => (one > other ? one : other);

async function findLatest({ access }: Context, where: Where<QueenReign>): Promise<Reign | undefined> {
  return (await access.list(QueenReign, { where, order: { startedOn: 'desc' }, first: 1 })).nodes[0];
}

/**
 * The queen of a hive that ends, who goes to the hive that stays.
 * @param hives locked
 * @throws BAD_USER_INPUT if the other hive belongs to another account; CONFLICT (BEEHIVE_QUEENLESS)
 */
export async function lockQueen(context: Context, from: Beehive, to: Beehive): Promise<Queen> {
  if (from.ownerId !== to.ownerId)
    throw AppError.badInput([
      { field: 'queenFrom', message: 'must be TARGET: the hives belong to different accounts' },
    ]);
  const queenId = (await findLatest(context, { beehive: from.id, endedOn: null }))?.queenId;
  if (queenId != null) return context.access.forUpdate(Queen, queenId);
  const reason = 'BEEHIVE_QUEENLESS';
  throw new AppError('CONFLICT', 'No queen is recorded in the hive that ends', { reason });
}

/** The reign of a hive that has ended, ends on that day; one that began later, on its first day. */
export async function endReignOf({ access }: Context, beehive: Beehive): Promise<void> {
  await access.execute(QueenReign, ({ table, ownership, bind }) => {
    const day = `greatest(started_on, ${bind(beehive.endedOn)}::date)`;
    return `update ${table} set updated_at = now(), ended_on = ${day}, end_reason = ${bind(reasonOf(beehive))}
        where beehive_id = ${bind(beehive.id)} and ended_on is null and ${ownership} returning id`;
  });
}

interface ReignsAtEnd {
  /** Ended with the hive. */
  ended?: Reign | undefined;
  /** That of the same queen in the other hive, from the day of the union. */
  moved?: Reign | undefined;
  /** That of the queen whom she replaced there. */
  replaced?: Reign | undefined;
}

/** @param other the hive with which it was united, if the account may change that */
async function findReignsAtEnd(context: Context, beehive: Beehive, other: Beehive | undefined): Promise<ReignsAtEnd> {
  const day = beehive.endedOn!;
  const ended = await findLatest(context, { beehive: beehive.id, endReason: reasonOf(beehive) });
  if (!ended || ended.endedOn !== laterOf(ended.startedOn, day)) return {};
  if (!other || ended.queenId === null) return { ended };
  const moved = await findLatest(context, { beehive: other.id, queen: ended.queenId, startedOn: day });
  if (!moved) return { ended };
  const end = { endReason: ReignEnd.REPLACED, endedOn: day };
  return { ended, moved, replaced: await findLatest(context, { beehive: other.id, ...end }) };
}

/**
 * Moves what happened to the queens on the day of the end along with it.
 * @param beehive with the day of before
 * @throws CONFLICT (REIGN_OVERLAPS) if something else was recorded of these days
 */
export async function moveReigns(
  context: Context,
  beehive: Beehive,
  other: Beehive | undefined,
  to: string,
): Promise<void> {
  const { access } = context;
  const { ended, moved, replaced } = await findReignsAtEnd(context, beehive, other);
  const moveEnds = async (): Promise<void> => {
    for (const reign of [ended, replaced])
      if (reign) await access.update(QueenReign, reign.id, { endedOn: laterOf(reign.startedOn, to) });
  };
  const moveBeginning = async (): Promise<void> => {
    if (!moved) return;
    const startedOn = moved.endedOn !== null && moved.endedOn < to ? moved.endedOn : to;
    await access.update(QueenReign, moved.id, { startedOn });
  };
  // PostgreSQL compares reigns after each statement.
  const steps = to < beehive.endedOn! ? [moveEnds, moveBeginning] : [moveBeginning, moveEnds];
  for (const step of steps) await step();
}

/**
 * Undoes what the end of a hive did to its queen, and to that of the other hive, as far as nothing else has been recorded of them since.
 * @param beehive still with its end
 */
export async function reopenReigns(context: Context, beehive: Beehive, other: Beehive | undefined): Promise<void> {
  const { access } = context;
  const { ended, moved, replaced } = await findReignsAtEnd(context, beehive, other);
  if (!ended?.queenId || (moved && moved.endedOn !== null) || (await isFollowed(context, ended, moved))) return;
  if (moved) {
    await access.execute(
      QueenReign,
      ({ table, ownership, bind }) => `delete from ${table} where id = ${bind(moved.id)} and ${ownership} returning id`,
    );
    await access.update(Queen, ended.queenId, { apiary: beehive.apiaryId });
    if (replaced?.queenId && !(await isFollowed(context, replaced))) await reopen(context, replaced);
  }
  await reopen(context, ended);
}

const reopen = ({ access }: Context, { id }: Reign): Promise<unknown> =>
  access.update(QueenReign, id, { endedOn: null, endReason: null });

/** Whether the hive has had another queen since a reign, or the queen another hive, which the account may not see. */
async function isFollowed(
  context: Context,
  { id, queenId, beehiveId, endedOn }: Reign,
  except?: Reign,
): Promise<boolean> {
  const text = `select 1 from queen_reigns where id <> all($1::uuid[]) and (queen_id = $2 or beehive_id = $3)
    and (ended_on is null or ended_on > $4) limit 1`;
  const values = [[id, ...(except ? [except.id] : [])], queenId, beehiveId, endedOn];
  return (await runStatement(context, { text, values })).length > 0;
}
