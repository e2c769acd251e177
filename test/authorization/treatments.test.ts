import { treatments } from './cases/treatments.js';
import { testFeature } from './matrix.js';

testFeature(treatments);
