import Negotiator from 'negotiator';
import { defineEnum, type EnumOf } from './define-enum.js';

export const Language = defineEnum('Language', 'A language of mails, question templates and error messages.', {
  ES: ['es', 'Spanish.'],
  EN: ['en', 'English.'],
});
export type Language = EnumOf<typeof Language>;

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
