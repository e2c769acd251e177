// What a document about records says of their place and their keeper.
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Apiary, type Treatment, User } from '../../entities.js';
import { loadDays, loadOwnDay } from '../../features/apiaries/apiary-days.js';

/** The current day where a treatment was applied; without one, or if its apiary is gone, where the account is. */
export type TodayOf = (row?: Row<Treatment>) => string;
export async function loadToday(context: Context): Promise<TodayOf> {
  const [days, own] = [await loadDays(context), await loadOwnDay(context)];
  return (row) => days.get(row?.apiaryId ?? '') ?? own;
}

/** Undefined for an apiary of another account, whose members do not see the owner's data. */
export async function readKeeper(
  { access, viewer }: Context,
  apiaryId: string | undefined,
): Promise<string | undefined> {
  if (apiaryId !== undefined && (await access.one(Apiary, apiaryId, ['userId'])).userId !== viewer.id) return undefined;
  const { fullName, username, location, email } = await access.one(User, viewer.id);
  return [fullName ?? username, location, email].filter(Boolean).join(', ');
}
