import { tokens } from './cases/tokens.js';
import { testFeature } from './matrix.js';

testFeature(tokens);
