import { deletions } from './cases/deletions.js';
import { testFeature } from './matrix.js';

testFeature(deletions);
