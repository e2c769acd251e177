import { sync } from './cases/sync.js';
import { testFeature } from './matrix.js';

testFeature(sync);
