// Who kept the bees on a day, for the documents that the law demands.
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { nameCountry } from '../../shared/country.js';
import type { Language } from '../../shared/language.js';
import { Keeper } from './keeper.entity.js';

export type KeeperRow = Row<Keeper>;

/** All keepers of an account, by their first days; none for another account than that of the viewer, whose policy applies. */
export async function loadKeepers({ access }: Context, ownerId: string): Promise<KeeperRow[]> {
  return (await access.list(Keeper, { where: { user: ownerId }, order: { validFrom: 'asc' } })).nodes;
}

/**
 * The keeper of a day; undefined before the first one.
 * @param rows by their first days
 */
export const keeperOn = <K extends Pick<KeeperRow, 'validFrom'>>(rows: readonly K[], day: string): K | undefined =>
  rows.findLast(({ validFrom }) => validFrom <= day);

const LABELS: Record<Language, Record<'taxId' | 'registerNumber', string>> = {
  en: { taxId: 'Tax ID', registerNumber: 'Register number' },
  es: { taxId: 'NIF o NIT', registerNumber: 'Número de registro' },
};

/** What a document says of a keeper: the name, the address and the country, the tax id, the register number. What is not known is left out. */
export type Described = Pick<KeeperRow, 'legalName' | 'address' | 'registerNumber'> &
  Partial<Pick<KeeperRow, 'taxId' | 'country'>>;

/** @returns lines for a heading, the name first */
export function describeKeeper(
  { legalName, address, taxId, registerNumber, country }: Described,
  language: Language,
): string[] {
  const t = LABELS[language];
  const place = [address?.trim(), country && nameCountry(country, language)].filter(Boolean).join(', ');
  return [
    legalName,
    place,
    taxId && `${t.taxId}: ${taxId}`,
    registerNumber && `${t.registerNumber}: ${registerNumber}`,
  ].filter((line): line is string => Boolean(line));
}
