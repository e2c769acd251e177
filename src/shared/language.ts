import Negotiator from 'negotiator';
import { registerEnumType } from 'type-graphql';

export enum Language {
  ES = 'es',
  EN = 'en',
}
registerEnumType(Language, {
  name: 'Language',
  description: 'A language of mails, question templates and error messages.',
  valuesConfig: { ES: { description: 'Spanish.' }, EN: { description: 'English.' } },
});

/**
 * Negotiates a language (RFC 9110, 12.5.4), with weights and regions: `es-MX;q=0.9` accepts Spanish.
 * @param accepted an Accept-Language header
 * @param preferred chosen if the client accepts both equally, as `*` does
 * @returns undefined if there is no header, or it names neither language
 */
export function negotiateLanguage(accepted: string | undefined, preferred: Language): Language | undefined {
  if (accepted === undefined) return undefined;
  const available = [preferred, preferred === Language.ES ? Language.EN : Language.ES];
  return new Negotiator({ headers: { 'accept-language': accepted } }).language(available) as Language | undefined;
}
