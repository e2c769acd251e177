import { webhooks } from './cases/webhooks.js';
import { testFeature } from './matrix.js';

testFeature(webhooks);
