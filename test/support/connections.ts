// Helpers that page through a connection like a client.
import { expect } from '@jest/globals';
import type { Answer, Client } from './client.js';

export interface Connection {
  totalCount: number;
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
export interface Paging {
  first?: number;
  after?: string;
}
export type Ask = (paging: Paging) => Promise<Connection>;

/** The selection for a `Connection`. */
export const CONNECTION = `
  totalCount nodes { id } edges { cursor node { id } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;

export const DIRECTIONS = ['ASC', 'DESC'];

export const idsOf = ({ nodes }: Pick<Connection, 'nodes'>): string[] => nodes.map(({ id }) => id);

/** Expects that the pages of this size, concatenated, equal the list of `length` rows, and that the page info of each is correct. */
export async function expectPagesOfWhole(ask: Ask, first: number, length: number): Promise<void> {
  const whole = await ask({});
  expect(whole).toMatchObject({ totalCount: length, pageInfo: { hasNextPage: false, hasPreviousPage: false } });
  expect(new Set(idsOf(whole)).size).toBe(length);
  const pages = await pagesOf(ask, first);
  expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
  expect(pages.map(({ nodes }) => nodes.length).slice(0, -1)).toEqual(Array(Math.ceil(length / first) - 1).fill(first));
  for (const [i, { totalCount, nodes, edges, pageInfo }] of pages.entries()) {
    expect(totalCount).toBe(length);
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect(pageInfo).toEqual({
      startCursor: edges[0]!.cursor,
      endCursor: edges.at(-1)!.cursor,
      hasPreviousPage: i > 0,
      hasNextPage: i < pages.length - 1,
    });
  }
}

/** Requests pages until there is no next one. */
async function pagesOf(ask: Ask, first: number): Promise<Connection[]> {
  const pages = [await ask({ first })];
  for (let page = pages[0]!; page.pageInfo.hasNextPage; ) {
    page = await ask({ first, after: page.pageInfo.endCursor! });
    pages.push(page);
    if (pages.length > 100) throw new Error('the list does not end');
  }
  return pages;
}

/** Replaces a part of a real cursor, which is JSON in base64url, so that the rest of it stays valid. */
export function forged(cursor: string, part: RegExp, by: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const other = text.replace(part, by);
  if (other === text) throw new Error(`no ${part} in the cursor ${text}`);
  return Buffer.from(other).toString('base64url');
}

/** Returns the ids of each page of a REST list, following the Link headers. */
export async function idsOfLinked(client: Client, firstPage: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let path: string | undefined = firstPage; path !== undefined && pages.length < 100; ) {
    const { body, headers }: Answer<{ id: string }[]> = await client.rest('GET', path);
    pages.push(body.map(({ id }) => id));
    path = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
}
