// What a document about records says of their place and their keeper.
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Apiary, type Treatment, User } from '../../entities.js';
import { loadDays, loadOwnDay } from '../../features/apiaries/apiary-days.queries.js';
import { describeKeeper, keeperOn, loadKeepers } from '../../features/keepers/keeper-of-day.queries.js';
import { addDays } from '../../shared/days.js';
import type { Language } from '../../shared/language.js';
import { describeDays } from '../days-of-query.js';
import { REGISTER_TEXTS } from '../register/texts.js';

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

/**
 * Who kept the bees on the days of a document, the earliest first: with the days of each, if there are several. Undefined for an apiary of another
 * account, whose members do not see the owner's data.
 * @param days that of today, if omitted
 */
export async function readKeepers(
  context: Context,
  apiaryId: string | undefined,
  language: Language,
  days?: { from: string; to: string },
): Promise<string[] | undefined> {
  const { access, viewer } = context;
  if (apiaryId !== undefined && (await access.one(Apiary, apiaryId, ['userId'])).userId !== viewer.id) return undefined;
  const today = await loadOwnDay(context);
  const { from, to } = days ?? { from: today, to: today };
  const keepers = await loadKeepers(context, viewer.id);
  const begin = keepers.filter(({ validFrom }) => validFrom > from && validFrom <= to);
  const all = [keeperOn(keepers, from), ...begin];
  const account = all[0] ? '' : await readAccount(context);
  return all.map((keeper, i) => {
    const who = keeper ? describeKeeper(keeper, language).join(', ') : account;
    if (all.length === 1) return who;
    const next = all[i + 1];
    const ofIt = { from: i > 0 ? keeper!.validFrom : from, to: next ? addDays(next.validFrom, -1) : to };
    return `${who} (${describeDays(ofIt, REGISTER_TEXTS[language])})`;
  });
}
