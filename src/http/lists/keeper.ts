// What a document about records says of their place and their keeper.
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Apiary, type Treatment, User } from '../../entities.js';
import { loadDays, loadOwnDay } from '../../features/apiaries/apiary-days.js';
import { describeKeeper, keeperOn, loadKeepers } from '../../features/keepers/keeper-of-day.js';
import type { Language } from '../../shared/language.js';

/** The current day where a treatment was applied; without one, or if its apiary is gone, where the account is. */
export type TodayOf = (row?: Pick<Row<Treatment>, 'apiaryId'>) => string;
export async function loadToday(context: Context): Promise<TodayOf> {
  const [days, own] = [await loadDays(context), await loadOwnDay(context)];
  return (row) => days.get(row?.apiaryId ?? '') ?? own;
}

/** What the account is called, where it has recorded no keeper. */
export async function readAccount({ access, viewer }: Context): Promise<string> {
  const { fullName, username, location, email } = await access.one(User, viewer.id);
  return [fullName ?? username, location, email].filter(Boolean).join(', ');
}

/** The keeper of today. Undefined for an apiary of another account, whose members do not see the owner's data. */
export async function readKeeper(
  context: Context,
  apiaryId: string | undefined,
  language: Language = context.requestLog.language,
): Promise<string | undefined> {
  const { access, viewer } = context;
  if (apiaryId !== undefined && (await access.one(Apiary, apiaryId, ['userId'])).userId !== viewer.id) return undefined;
  const keeper = keeperOn(await loadKeepers(context, viewer.id), await loadOwnDay(context));
  return keeper ? describeKeeper(keeper, language).join(', ') : readAccount(context);
}
