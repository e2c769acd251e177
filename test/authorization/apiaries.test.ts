import { apiaries } from './cases/apiaries.js';
import { testFeature } from './matrix.js';

testFeature(apiaries);
