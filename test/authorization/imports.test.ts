import { imports } from './cases/imports.js';
import { testFeature } from './matrix.js';

testFeature(imports);
