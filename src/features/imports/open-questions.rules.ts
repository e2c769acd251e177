import type { SheetMapping } from './import-source.types.js';
import { type Question, questionsOf } from './sheets/questions.js';

/** The questions that nobody has answered, with the number of rows that each is about. Those about none are not asked. */
export const openQuestions = (
  mapping: readonly SheetMapping[] | null,
  asked: Readonly<Record<string, number>> | null,
): (Question & { rowsCount: number })[] =>
  (mapping ?? [])
    .flatMap(questionsOf)
    .map((question) => ({ ...question, rowsCount: asked?.[question.id] ?? 0 }))
    .filter(({ rowsCount }) => rowsCount > 0);
