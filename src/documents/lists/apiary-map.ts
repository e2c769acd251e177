// The apiaries as features of a map: GeoJSON (RFC 7946).
import type { Node } from './list.js';

/** A list that is also sent as a collection of features. */
export interface ListMap {
  /** As that of the list, with the same variables. */
  document: string;
  /** Null for a record without a place. */
  toFeature: (node: Node) => object | null;
}

/** The number in the register belongs to who manages the apiary: a list or a map is passed on more easily than a record. */
export const MANAGERS = ['OWNER', 'MANAGER'];

export const apiaryMap: ListMap = {
  document: `query ($role: ApiaryRole, $include_shared: Boolean, $page: Int, $cursor: String) {
    apiaries(filter: { role: $role, includeShared: $include_shared }, first: $page, after: $cursor) {
      nodes { id name beehivesCount country municipality registerNumber viewerRole position { latitude longitude isExact } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  toFeature: ({ id, name, beehivesCount, country, municipality, registerNumber, viewerRole, position }) =>
    position && {
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates: [position.longitude, position.latitude] },
      properties: {
        ...{ name, hives: beehivesCount, country, municipality, role: viewerRole, is_exact: position.isExact },
        ...(MANAGERS.includes(viewerRole) && { register_number: registerNumber }),
      },
    },
};

/** A collection of features, in pieces. */
export async function* writeFeatures(
  pages: AsyncIterable<Node[]>,
  toFeature: ListMap['toFeature'],
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const nodes of pages)
    for (const feature of nodes.map(toFeature))
      if (feature) {
        yield `${separator}${JSON.stringify(feature)}`;
        separator = ',\n';
      }
  yield '\n]}\n';
}
