import { reminders } from './cases/reminders.js';
import { testFeature } from './matrix.js';

testFeature(reminders);
