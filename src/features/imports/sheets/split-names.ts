import { fold } from '../../../shared/text.js';

export type Names = Readonly<Record<string, readonly string[]>>;

/** Names that are written as lists with commas; one that differs only in accents is the same. */
export const splitNames = (names: Readonly<Record<string, readonly string[]>>): Names =>
  Object.fromEntries(
    Object.entries(names).map(([name, lists]) => {
      const all = lists.flatMap((list) => list.split(', ')).filter((one) => one !== '');
      return [name, [...new Map(all.toReversed().map((one) => [fold(one), one])).values()].toReversed()];
    }),
  );
