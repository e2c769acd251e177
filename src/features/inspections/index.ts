import { AnswersResolver } from './answers.resolver.js';
import { BeehiveQuestionnaireResolver, BeehiveQuestionsResolver } from './beehive-questions.resolver.js';
import { inspectionEdges } from './inspection.edges.js';
import { InspectionsResolver } from './inspections.resolver.js';
import { ApiaryTrendsResolver } from './trends.resolver.js';

export const resolvers = [
  InspectionsResolver,
  BeehiveQuestionsResolver,
  BeehiveQuestionnaireResolver,
  AnswersResolver,
  ApiaryTrendsResolver,
  ...inspectionEdges,
];
