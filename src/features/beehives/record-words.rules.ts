import type { Context } from '../../context.js';
import { loadLanguage } from '../accounts/person.queries.js';
import { type BeehiveMeanings, type BeehiveWords, hasEnums, recordEnumsAsWords } from './vocabulary.enums.js';

/**
 * Replaces the enums of an input by the words that are recorded for them (vocabulary.ts).
 * @param ownerId the account to which the hive belongs
 * @param beehive its words as they are, of a locked row; none of a new hive
 * @throws BAD_USER_INPUT if both an enum and its words are given
 */
export async function recordWords<T extends Partial<BeehiveWords & BeehiveMeanings>>(
  context: Context,
  input: T,
  ownerId: string,
  beehive: Partial<BeehiveWords> = {},
): Promise<Omit<T, keyof BeehiveMeanings>> {
  if (!hasEnums(input)) return input;
  return recordEnumsAsWords(input, beehive, await loadLanguage(context, ownerId), 'state.');
}
