import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, filtered, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Product } from './product.entity.js';
import { ProductFilter } from './products.inputs.js';

export const productList = filtered(
  connectionOf(Product, 'Product'),
  ProductFilter,
  ({ kind }) => ({ kind: kind ?? undefined }),
  { name: 'asc' },
);

export const productEdges = [
  edgesOf(Product, {
    apiary: related(Apiary, 'apiaryId', 'The apiary whose members use it; null for all apiaries of the account.'),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  // apiaries/ does not import products/.
  edgesOf(Apiary, {
    products: connection(Product, 'apiary', productList, 'The products that its members use, by name.'),
  }),
];
