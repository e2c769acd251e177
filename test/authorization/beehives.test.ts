import { beehives } from './cases/beehives.js';
import { testFeature } from './matrix.js';

testFeature(beehives);
