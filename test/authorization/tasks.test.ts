import { tasks } from './cases/tasks.js';
import { testFeature } from './matrix.js';

testFeature(tasks);
