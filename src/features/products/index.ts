import { productEdges } from './product.edges.js';
import { ProductsResolver } from './products.resolver.js';

export const resolvers = [ProductsResolver, ...productEdges];
