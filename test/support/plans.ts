// The plans of the statements that the service sends for an operation.
import { expect } from '@jest/globals';
import pg from 'pg';
import { type Client, isOfRequest, type Query, queriesOf, type TestApp } from './client.js';

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'CTE Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
export const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The tables that are scanned sequentially. An account has few apiaries and memberships, and there are few accounts: a scan of them is fine. */
export const scannedTables = (plans: Plan[]): string[] =>
  plans
    .flatMap(nodes)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name']!)
    .filter((name) => !['apiaries', 'apiary_members', 'users'].includes(name));

/** Returns the plans of the statements of an operation. */
export async function plansOfOperation(app: TestApp, client: Client, operation: string): Promise<Plan[]> {
  await client.ask('{ me { id } }'); // caches the session
  const queries = (await queriesOf(app.app, () => client.ask(operation))).filter(({ text }) => isOfRequest(text));
  expect(queries.length).toBeGreaterThan(0);
  return Promise.all(queries.map((query) => explain(app, query)));
}

/** Returns the plan that PostgreSQL uses for every execution: that of a prepared statement, which does not know the values. */
export async function explain(app: TestApp, { text, values }: Query): Promise<Plan> {
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  const client = new pg.Client({
    ...(app.database.server as pg.ClientConfig),
    options: '-c plan_cache_mode=force_generic_plan',
  });
  await client.connect();
  try {
    await client.query(`prepare planned as ${text}`);
    const { rows } = await client.query(`explain (analyze, timing off, format json) execute planned${given}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.end();
  }
}

export function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  // Not `instanceof Date`: the service runs in a realm of its own.
  return pg.escapeLiteral(typeof value === 'object' ? (value as Date).toISOString() : String(value));
}
