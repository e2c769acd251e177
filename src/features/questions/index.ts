import { questionEdges } from './question.edges.js';
import { QuestionsResolver } from './questions.resolver.js';

export const resolvers = [QuestionsResolver, ...questionEdges];
