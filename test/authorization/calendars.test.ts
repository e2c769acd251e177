import { calendars } from './cases/calendars.js';
import { testFeature } from './matrix.js';

testFeature(calendars);
