import { children, edgesOf, parent } from '../../graphql/edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Question } from './question.entity.js';
import { MAX_QUESTIONS } from './questions.commands.js';

export const questionEdges = [
  edgesOf(Question, {
    apiary: parent(Apiary, 'apiaryId', 'Its apiary.'),
  }),
  edgesOf(Apiary, {
    questions: children(
      Question,
      'apiary',
      { position: 'asc' },
      `Its questions by position, including inactive ones; at most ${MAX_QUESTIONS}.`,
    ),
  }),
];
