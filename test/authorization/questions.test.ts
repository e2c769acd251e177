import { questions } from './cases/questions.js';
import { testFeature } from './matrix.js';

testFeature(questions);
