import { statistics } from './cases/statistics.js';
import { testFeature } from './matrix.js';

testFeature(statistics);
