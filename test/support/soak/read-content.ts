// Reads the whole content of an account over GraphQL, and again over REST.
import { expect } from '@jest/globals';
import { groupBy } from '../../../src/shared/group-by.js';
import { Client } from '../client.js';
import { type Content, type MovementModel, sorted } from './model.js';

const PAGE_SIZE = 200;

// biome-ignore lint/suspicious/noExplicitAny: rows of any kind, compared with the model
type Row = Record<string, any>;
interface Page {
  nodes: Row[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

export async function readContent(url: string, token: string): Promise<Record<'graphql' | 'rest', Content>> {
  const client = new Client(url, token);
  return { graphql: sorted(await readByGraphql(client)), rest: sorted(await readByRest(client)) };
}

async function readByGraphql(client: Client): Promise<Content> {
  /** @param parent the root field that has the list; without it, the list is a root field itself */
  const all = async (field: string, selection: string, id = '', parent = ''): Promise<Row[]> => {
    const nodes: Row[] = [];
    let after: string | null = null;
    do {
      const args = `first: ${PAGE_SIZE}, after: $after${id ? `, ${id}` : ''}`;
      const list = `${field}(${args}) { nodes { ${selection} } pageInfo { hasNextPage endCursor } }`;
      const data = await client.ask(`query ($after: String) { ${parent ? `parent: ${parent} { ${list} }` : list} }`, {
        after,
      });
      const page: Page = (parent ? data.parent : data)[field];
      nodes.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    return nodes;
  };
  const apiaries = (await all('apiaries', 'id name')) as Content['apiaries'];
  const hives = await all('beehives', 'id apiary { id } number: beehiveNumber observations');
  const inspections = groupBy(await all('inspections', 'notes beehive { id }'), ({ beehive }) => beehive.id);
  const items: Content['items'] = [];
  for (const { id: apiaryId } of apiaries)
    for (const item of await all('inventoryItems', 'id name: itemName quantity', `apiaryId: "${apiaryId}"`)) {
      const movements = await all(
        'stockMovements',
        'amount person balanceAfter',
        '',
        `inventoryItem(id: "${item.id}")`,
      );
      items.push({ ...item, apiaryId, movements: movements.toReversed().map(movementOf) } as Content['items'][number]);
    }
  return {
    apiaries,
    beehives: hives.map(({ apiary, ...hive }) => ({
      ...(hive as Content['beehives'][number]),
      apiaryId: apiary.id,
      inspections: (inspections.get(hive.id) ?? []).map(({ notes }) => notes),
    })),
    items,
  };
}

async function readByRest(client: Client): Promise<Content> {
  const get = async (path: string): Promise<Row[]> => {
    const { status, body } = await client.rest('GET', path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  };
  const content: Content = { apiaries: [], beehives: [], items: [] };
  for (const { id: apiaryId, name } of await get('/apiaries')) {
    content.apiaries.push({ id: apiaryId, name });
    for (const { id, hive_number: number, observations } of await get(`/beehives/apiary/${apiaryId}`)) {
      const inspections = await get(`/inspections?beehive_id=${id}`);
      content.beehives.push({ id, apiaryId, number, observations, inspections: inspections.map(({ notes }) => notes) });
    }
    for (const { id, name: itemName, quantity } of await get(`/inventory/${apiaryId}`)) {
      const movements = await get(`/inventory/${id}/movements`);
      content.items.push({ id, apiaryId, name: itemName, quantity, movements: movements.toReversed().map(movementOf) });
    }
  }
  return content;
}

const movementOf = ({
  amount,
  person,
  balanceAfter,
  stock_before: before,
  stock_after: after,
}: Row): MovementModel => ({
  amount: amount ?? after - before,
  person: person ?? '',
  balanceAfter: balanceAfter ?? after,
});
