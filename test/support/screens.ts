// Every screen on which an account sees its records, over both APIs: what of it cannot be shown.
import { setTimeout as wait } from 'node:timers/promises';
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import ICAL from 'ical.js';
import type { Lists } from './archives.js';
import type { Client, GraphqlAnswer } from './client.js';
import { readSchema, selectionsOf } from './deep-reader.js';
import { type Operation, operations } from './openapi.js';
import { Phone, type Readable } from './phone.js';

const AT_ONCE = 3;
/** Records of a page, each with all its fields and those of what it leads to. */
const NODES = 20;
/** The last time for which a list can be asked. */
const FAR = '9999-12-31T00:00:00Z';

const WORKLIST = `query ($after: String, $until: DateTime) { worklist(first: 500, after: $after, filter: { dueBefore: $until, includeSnoozed: true }) { totalCount
  counts { kind count } nodes { key kind severity title dueAt dueOn value threshold snoozedUntil apiary { id name } beehive { id } record { __typename } }
  pageInfo { hasNextPage endCursor } } }`;
/** The lists whose ids are parameters of paths, by what the paths begin with; otherwise, by the first segment. */
const PATHS: [RegExp, string][] = [
  [/^\/(apiaries\/\{|beehives\/apiary|inventory\/\{apiary_id|questions\/apiary|statistics\/)/, 'apiaries'],
  [/^\/(beehives\/\{|questions\/hive|answers\/hive|treatments\/hive)/, 'beehives'],
  [/^\/inventory\//, 'inventoryItems'],
];
/** What has no records of archives, or needs more than a session. */
const OTHERS = /^\/(imports|users\/\{)/;

interface Worklist {
  worklist: { pageInfo: { hasNextPage: boolean; endCursor: string } };
}
type Check = [screen: string, read: () => Promise<string | undefined>];

/** As a client does: on a busy machine, a document may take longer than a process for it, or the database, is waited for. */
async function readAgain(read: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    const problem = await read();
    if (tries === 5 || !problem?.includes('503')) return problem;
    await wait(1000);
  }
}

export class Screens {
  readonly failures: string[] = [];

  constructor(
    private readonly app: Readable,
    private readonly who: Client,
    /** The records that are shown. */
    private readonly lists: Lists,
  ) {}

  /** @param named ids of records that are read one by one over REST */
  async readAll(named: ReadonlySet<string>): Promise<string[]> {
    const schema = await readSchema(this.who);
    await this.run([...this.graphql(schema, named), ...this.rest(named), ...this.others()]);
    return this.failures;
  }

  private async run(checks: Check[]): Promise<void> {
    const next = async (): Promise<void> => {
      for (let check = checks.pop(); check; check = checks.pop()) {
        const [screen, read] = check;
        const problem = await readAgain(() => read().catch((error: unknown) => String(error)));
        if (problem !== undefined) this.failures.push(`${screen}: ${problem.slice(0, 600)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  private async query(document: string, variables: object = {}): Promise<string | undefined> {
    const { status, errors = [] } = await this.who.graphql(document, variables as Record<string, unknown>);
    // Some fields are for administrators.
    const problems = errors.filter(({ extensions }) => extensions.code !== 'FORBIDDEN');
    return problems.length > 0 || status !== 200 ? JSON.stringify([status, problems]) : undefined;
  }

  /** Records with all that they lead to. */
  private *graphql(schema: GraphQLSchema, named: ReadonlySet<string>): Generator<Check> {
    for (const [list, rows] of Object.entries(this.lists)) {
      const type = nodeTypeOf(schema, list);
      if (!type) continue;
      const all = rows.map(({ id }) => id);
      for (const [ids, levels] of [
        ...piecesOf(all, 100, 0),
        ...piecesOf(
          all.filter((id) => named.has(id)),
          NODES,
          1,
        ),
      ]) {
        for (const selection of selectionsOf(schema, type, levels)) {
          const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type.name} ${selection} } }`;
          yield [`${type.name} ${selection}`, () => this.query(document, { ids })];
        }
      }
    }
    for (const { name, args, type } of Object.values(schema.getQueryType()!.getFields())) {
      if (args.some(isRequiredArgument)) continue;
      const call = args.some((arg) => arg.name === 'first') ? `${name}(first: 100)` : name;
      for (const selection of selectionsOf(schema, getNamedType(type), 0))
        yield [`${name} ${selection}`, () => this.query(`{ ${call} ${selection} }`)];
    }
    yield ['worklist', () => this.readWorklist()];
  }

  private async readWorklist(): Promise<string | undefined> {
    for (let after: string | null = null; ; ) {
      const { data, errors }: GraphqlAnswer<Worklist> = await this.who.graphql(WORKLIST, {
        after,
        until: FAR,
      });
      if (errors) return JSON.stringify(errors);
      if (!data.worklist.pageInfo.hasNextPage) return undefined;
      after = data.worklist.pageInfo.endCursor;
    }
  }

  private *rest(named: ReadonlySet<string>): Generator<Check> {
    for (const operation of operations.filter(({ method, path }) => method === 'get' && !OTHERS.test(path))) {
      const { path } = operation;
      const list = PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? path.split('/')[1];
      if (!path.includes('{'))
        for (const query of queriesOf(operation)) yield [path, () => this.get(`${path}${query}`)];
      else
        for (const { id } of this.lists[list!]!)
          if (named.has(id)) yield [path, () => this.get(path.replace(/\{\w+\}/, id))];
    }
  }

  private async get(path: string): Promise<string | undefined> {
    const { status, body } = await this.who.rest('GET', path);
    return status >= 500 ? `${path} ${status} ${JSON.stringify(body)}` : undefined;
  }

  private *others(): Generator<Check> {
    yield ['changes', async () => void (await new Phone(this.app, this.who, undefined, 500).sync())];
    yield [
      'calendar',
      async () => {
        const { createCalendarFeed } = await this.who.ask('mutation { createCalendarFeed(input: {}) { link } }');
        const response = await fetch(createCalendarFeed.link);
        if (response.status !== 200) return `${response.status}`;
        ICAL.parse(await response.text());
        return undefined;
      },
    ];
  }
}

/** The type of the records of a list, if `nodes` shows them. */
function nodeTypeOf(schema: GraphQLSchema, list: string): GraphQLObjectType | undefined {
  const names = new Map(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
      .map((type) => [`${type.name.toLowerCase()}`, type]),
  );
  const singular = list.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
  return names.get(singular) ?? names.get(`bee${singular}`);
}

const piecesOf = (ids: string[], size: number, levels: number): [ids: string[], levels: number][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => [ids.slice(i * size, (i + 1) * size), levels]);

function queriesOf({ path, described }: Operation): string[] {
  const formats = (described.parameters ?? []).find(({ name }: { name: string }) => name === 'format')?.schema?.enum;
  if (formats) return formats.map((format: string) => `?format=${format}`);
  return path.endsWith('/pdf') ? ['', '?from=0001-01-01&to=9999-12-31'] : [''];
}
