import { questionEdges } from './question.edges.js';
import { QuestionTemplatesResolver } from './question-templates.resolver.js';
import { QuestionsResolver } from './questions.resolver.js';

export const resolvers = [QuestionsResolver, QuestionTemplatesResolver, ...questionEdges];
