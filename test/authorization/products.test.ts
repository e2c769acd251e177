import { products } from './cases/products.js';
import { testFeature } from './matrix.js';

testFeature(products);
