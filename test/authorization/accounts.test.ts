import { accounts } from './cases/accounts.js';
import { testFeature } from './matrix.js';

testFeature(accounts);
