import { keepers } from './cases/keepers.js';
import { testFeature } from './matrix.js';

testFeature(keepers);
