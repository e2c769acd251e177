import { harvests } from './cases/harvests.js';
import { testFeature } from './matrix.js';

testFeature(harvests);
