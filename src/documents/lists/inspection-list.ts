// The inspections with a column for each question of their apiaries.
import type { Context } from '../../context.js';
import { Beehive } from '../../entities.js';
import type { Cell } from '../../formats/file-line.js';
import type { Language } from '../../shared/language.js';
import { texts } from '../../shared/texts.js';
import {
  actor,
  apiary,
  type Column,
  day,
  hive,
  type List,
  type Node,
  note,
  notes,
  record,
  text,
  time,
  word,
  YES_NO,
} from './list.js';
import { INSPECTION_STATUS } from './words.js';

/** More questions share the last column: spreadsheets have few thousand columns, and people read fewer. */
const MAX_QUESTION_COLUMNS = 300;

/** Apiaries often have the same questions: those with the same text are one column. */
const normalize = (question: string): string => question.trim().toLowerCase().replace(/\s+/g, ' ');

function answerOf({ number, yesNo, choice, text }: Node, language: Language): Cell {
  if (yesNo !== null) return YES_NO[yesNo ? 'yes' : 'no'][language];
  return number ?? choice ?? text;
}

async function apiaryOf(context: Context, { apiary_id, beehive_id }: Record<string, unknown>): Promise<unknown> {
  if (apiary_id != null || beehive_id == null) return apiary_id;
  return (await context.access.one(Beehive, String(beehive_id), ['apiaryId'])).apiaryId;
}

const QUESTIONS = `query ($page: Int, $cursor: String) {
  apiaries(first: $page, after: $cursor) {
    nodes { id questions { id text } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const columnsOf: List['columnsOf'] = async (context, variables, read) => {
  const only = String((await apiaryOf(context, variables)) ?? '').toLowerCase();
  const headings = new Map<string, string>();
  /** The current text of a question: its answers keep the one that it had. */
  const textOf = new Map<string, string>();
  for await (const { id, questions } of read(QUESTIONS, {})) {
    if (only && id !== only) continue;
    for (const question of questions) {
      const key = normalize(question.text);
      if (headings.size >= MAX_QUESTION_COLUMNS && !headings.has(key)) continue;
      if (!headings.has(key)) headings.set(key, question.text);
      textOf.set(question.id, key);
    }
  }
  const columnOf = (answer: Node): string => textOf.get(answer.questionId) ?? normalize(answer.questionText);
  const questions = [...headings].map(
    ([key, heading]): Column => ({
      key: `question: ${heading}`,
      heading: texts(heading, heading),
      width: 20,
      value: ({ answers }, language) => {
        const answer = answers.find((one: Node) => columnOf(one) === key);
        return answer ? answerOf(answer, language) : null;
      },
    }),
  );
  const others = note('other_answers', 'Other answers', 'Otras respuestas', ({ answers }, language) =>
    answers
      .filter((one: Node) => !headings.has(columnOf(one)))
      .map((one: Node) => `${one.questionText}: ${answerOf(one, language) ?? ''}`)
      .join('; '),
  );
  return [...questions, others];
};

/** The day and the time of an inspection where its apiary is, or in UTC if that is gone: `2025-05-01 20:30`. */
const localTimeOf = ({ occurredAt, apiary }: Node): string =>
  new Intl.DateTimeFormat('sv', { timeZone: apiary?.timeZone ?? 'UTC', dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(occurredAt),
  );

export const inspectionList: List = {
  name: 'inspections',
  title: texts('Inspections', 'Inspecciones'),
  description:
    'Inspections in their latest revision, the latest first, with a column for each question of their apiaries. Answers to questions that are no longer there share a column.',
  document: `query ($apiary_id: ID, $beehive_id: ID, $status: InspectionStatus, $from: DateTime, $to: DateTime, $page: Int, $cursor: String) {
    inspections(apiaryId: $apiary_id, beehiveId: $beehive_id, filter: { status: $status, since: $from, before: $to }, first: $page, after: $cursor) {
      nodes { id occurredAt status notes revision apiary { name timeZone } beehive { label } actor { name } answers { questionId questionText number yesNo choice text } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  columns: [
    day('occurred_on', 'Date', 'Fecha', (node) => localTimeOf(node).slice(0, 10)),
    text('local_time', 'Time', 'Hora', (node) => localTimeOf(node).slice(11)),
    time('occurred_at', 'When (UTC)', 'Cuándo (UTC)'),
    apiary,
    hive,
    word('status', 'Status', 'Estado', INSPECTION_STATUS),
    notes,
    actor,
    record,
  ],
  columnsOf,
};
