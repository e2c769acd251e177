import { measurements } from './cases/measurements.js';
import { testFeature } from './matrix.js';

testFeature(measurements);
