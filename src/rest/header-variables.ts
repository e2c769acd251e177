// The variables of a document that headers set: they are in no body and in no query string.
import type { OperationDefinitionNode, VariableDefinitionNode } from 'graphql';
import { Language } from '../shared/language.js';
import { isSetByIfMatch } from './entity-tag.js';

/** The language of the request, as for messages: `Accept-Language`, else that of the account. */
const LANGUAGE = 'accept_language';
const isLanguage = ({ variable }: VariableDefinitionNode): boolean => variable.name.value === LANGUAGE;

export const isSetByHeader = (definition: VariableDefinitionNode): boolean =>
  isSetByIfMatch(definition) || isLanguage(definition);

/** Whether the header `If-Match` sets variables of the operation. */
export const declaresIfMatch = ({ variableDefinitions = [] }: OperationDefinitionNode): boolean =>
  variableDefinitions.some(isSetByIfMatch);

export const declaresLanguage = ({ variableDefinitions = [] }: OperationDefinitionNode): boolean =>
  variableDefinitions.some(isLanguage);

/** Variables have the names of enum values. */
export const languageVariable = (language: Language): Record<string, string> => ({
  [LANGUAGE]: Object.entries(Language).find(([, value]) => value === language)![0],
});
