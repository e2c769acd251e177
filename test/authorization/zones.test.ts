import { zones } from './cases/zones.js';
import { testFeature } from './matrix.js';

testFeature(zones);
