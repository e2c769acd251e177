import { registerEnumType } from 'type-graphql';

export enum Language {
  ES = 'es',
  EN = 'en',
}
registerEnumType(Language, {
  name: 'Language',
  description: 'A language of mails and question templates.',
  valuesConfig: { ES: { description: 'Spanish.' }, EN: { description: 'English.' } },
});

/** @param accepted an Accept-Language header. The default is Spanish; weights (`q=`) are ignored, the first match counts. */
export function readPreferredLanguage(accepted: string | undefined): Language {
  const first = /\b(es|en)\b/i.exec(accepted ?? '')?.[1]?.toLowerCase();
  return first === 'en' ? Language.EN : Language.ES;
}
