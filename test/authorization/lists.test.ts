import { lists } from './cases/lists.js';
import { testFeature } from './matrix.js';

testFeature(lists);
