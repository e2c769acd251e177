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
 * @param otherwise chosen if there is no header, or it accepts neither language or any (`*`)
 */
export function negotiateLanguage(accepted: string | undefined, otherwise: Language): Language {
  if (accepted === undefined) return otherwise;
  const available = [otherwise, otherwise === Language.ES ? Language.EN : Language.ES];
  const negotiated = new Negotiator({ headers: { 'accept-language': accepted } }).language(available);
  return (negotiated as Language | undefined) ?? otherwise;
}
