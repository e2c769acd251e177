import { inspections } from './cases/inspections.js';
import { testFeature } from './matrix.js';

testFeature(inspections);
