// What PostgreSQL reads for a statement, with each of the plans that it may choose.
import pg from 'pg';
import type { Query, TestApp } from './client.js';
import { literal, nodes, type Plan } from './plans.js';

/**
 * `generic`: the plan that does not know the values, which the service asks for. `custom`: the plan for these values, which PostgreSQL
 * makes for the first executions, and for all where a pooler does not pass on the settings of the service.
 */
export const PLANS = ['generic', 'custom'] as const;
export type PlanKind = (typeof PLANS)[number];

export interface Reading {
  buffers: number;
  /** The tables that are scanned from their beginning to their end. */
  scanned: string[];
}

/** Settings of the planner: the database of the tests is small, and PostgreSQL would scan tables that it would not scan if they were larger. */
export interface Settings {
  /** The cost of a page at any place, where a page that follows has 1. */
  random_page_cost: number;
  /** `off` for tables of few pages, of which a scan reads less than an index does. */
  enable_seqscan: 'on' | 'off';
}

export class Explainer {
  /** By the statement, its values and the kind of plan. */
  private readonly readings = new Map<string, Reading>();
  /** Statements of which the connection knows the tables. */
  private readonly known = new Set<string>();

  private constructor(private readonly client: pg.Client) {}

  static async connect({ database }: TestApp, settings: Settings): Promise<Explainer> {
    const client = new pg.Client(database.server as pg.ClientConfig);
    await client.connect();
    await client.query('set default_transaction_read_only = on');
    for (const [name, value] of Object.entries(settings)) await client.query(`set ${name} = ${value}`);
    return new Explainer(client);
  }

  end(): Promise<void> {
    return this.client.end();
  }

  async read({ text, values }: Query, kind: PlanKind): Promise<Reading> {
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const key = `${kind} ${given} ${text}`;
    const reading = this.readings.get(key) ?? (await this.explain(text, given, kind));
    this.readings.set(key, reading);
    return reading;
  }

  private async explain(text: string, given: string, kind: PlanKind): Promise<Reading> {
    await this.client.query(`set plan_cache_mode = force_${kind}_plan`);
    await this.client.query(`prepare planned as ${text}`);
    try {
      // The first time, the connection also reads what it will know of the tables.
      if (!this.known.has(text)) await this.execute(given);
      this.known.add(text);
      const plan = await this.execute(given);
      return {
        buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
        scanned: nodes(plan).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']!] : [])),
      };
    } finally {
      await this.client.query('deallocate planned');
    }
  }

  private async execute(given: string): Promise<Plan & Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>> {
    const { rows } = await this.client.query(
      `explain (analyze, buffers, timing off, format json) execute planned${given}`,
    );
    return rows[0]['QUERY PLAN'][0].Plan;
  }
}
