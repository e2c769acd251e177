import { Arg } from 'type-graphql';
import { Language } from '../shared/language.js';

/** Declares the argument of a field with a text that the service has in each language. */
export const InLanguage = (): ParameterDecorator =>
  Arg('language', () => Language, {
    nullable: true,
    description: 'The language. If omitted, that of your account.',
  }) as ParameterDecorator;
