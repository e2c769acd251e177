import { identities } from './cases/identities.js';
import { testFeature } from './matrix.js';

testFeature(identities);
