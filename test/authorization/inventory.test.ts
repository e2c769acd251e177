import { inventory } from './cases/inventory.js';
import { testFeature } from './matrix.js';

testFeature(inventory);
