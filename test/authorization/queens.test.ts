import { queens } from './cases/queens.js';
import { testFeature } from './matrix.js';

testFeature(queens);
