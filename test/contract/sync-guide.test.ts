// docs/sync.md, the guide for authors of clients, says what the schema and the sources say.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, type GraphQLEnumType, type GraphQLObjectType } from 'graphql';
import { REASONS } from '../../src/shared/error-reasons.js';
import { LOG_RETENTION, RETENTION, SYNC_RETENTION } from '../../src/shared/retention.js';

const guide = readFileSync('docs/sync.md', 'utf8');
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const source = (file: string): string => readFileSync(`src/${file}`, 'utf8');
const valuesOf = (name: string) => (schema.getType(name) as GraphQLEnumType).getValues();
/** The rest of the row of a table that begins with this cell. */
const row = (cell: string): string | undefined =>
  guide
    .split('\n')
    .find((line) => line.startsWith(`| ${cell}`))
    ?.slice(cell.length + 2);

describe('the guide for authors of clients', () => {
  it('says what goes with each deleted record, and names no kind with which nothing goes', () => {
    const kinds = valuesOf('RecordKind').filter(({ description }) => /\(its |, with its /.test(description!));
    const table = guide.split('| Deleted |')[1]!.split('\n\n')[0]!;
    const named = [...table.matchAll(/^\| `(\w+)` \| .*\w/gm)].map(([, name]) => name!);
    expect(named.sort()).toEqual(kinds.map(({ name }) => name).sort());
  });

  it.each(valuesOf('SyncStatus').map(({ name }) => name))('says what a client does after %s', (status) => {
    expect(row(`\`${status}\``)).toMatch(/\w/);
  });

  it('says what every close code means: those of the service, of its library and of WebSockets', () => {
    const [, own] = /const CLOSE = \{([^}]+)\}/.exec(source('http/socket-protocol.ts'))!;
    const library = ['4400', '4401', '4403', '4406', '4408', '4409', '4429', '4500'];
    const codes = [...own!.matchAll(/\d{4}/g)].map(([code]) => code);
    expect(codes.length).toBeGreaterThan(4);
    for (const code of [...codes, ...library, '1001', '1006', '1009', '1013']) expect(row(`${code} |`)).toMatch(/\w/);
  });

  it('names every field of a change, a page, a result and a conflict', () => {
    const types = ['SyncChange', 'ChangePage', 'SyncResult'].map((name) => schema.getType(name) as GraphQLObjectType);
    const [, current] = /export interface CurrentRecord \{(.+?)\n\}/s.exec(source('errors.ts'))!;
    const names = [...current!.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!);
    expect(names).toContain('changedBy');
    const fields = types.flatMap((type) => Object.keys(type.getFields()));
    for (const field of [...names, ...fields]) expect(guide).toContain(`\`${field}\``);
  });

  it('names reasons and mutations that exist', () => {
    const reasons = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name!);
    const others = [
      ...valuesOf('RecordKind').map(({ name }) => name),
      'RATE_LIMITED',
      'BAD_USER_INPUT',
      'NOT_FOUND',
      'INTERNAL_SERVER_ERROR',
    ];
    const unknown = reasons.filter(
      (name) => !(name in REASONS) && !others.includes(name) && name !== 'PAYLOAD_TOO_LARGE',
    );
    expect(unknown).toEqual([]);
    const mutations = Object.keys(schema.getMutationType()!.getFields());
    const named = [...guide.matchAll(/`((?:record(?!Id)|update|reorder|assign|load|amend|refresh)[A-Z]\w+)`/g)];
    expect(named.length).toBeGreaterThan(5);
    for (const [, name] of named) expect(mutations).toContain(name);
  });

  it.each<[limit: string, file: string, before: string]>([
    ['Operations of a push', 'features/sync/execute-operations.commands.ts', 'MAX_OPERATIONS = '],
    ['Records of a page', 'graphql/page-args.ts', 'MAX_PAGE_SIZE = '],
    ['Subscriptions of a WebSocket', 'http/socket-protocol.ts', 'MAX_SUBSCRIPTIONS = '],
    ['Apiaries that a subscription names', 'features/subscriptions/apiary-changes.resolver.ts', 'MAX_APIARIES = '],
    ['WebSockets of an account', 'http/socket-protocol.ts', 'MAX_CONNECTIONS_OF_ACCOUNT = '],
    ['WebSockets of an IP address', 'http/sockets.ts', 'MAX_CONNECTIONS_OF_NETWORK = '],
    ['Body of a request', 'http/body.ts', 'BODY_LIMIT_KB = '],
    ['Requests of an IP address', 'settings/settings.ts', 'RATE_LIMIT_REQUESTS: rate.default({ points: '],
  ])('%s: the figure of %s', (limit, file, before) => {
    const [, text] = source(file).split(before);
    const figure = Number.parseInt(text!.replaceAll('_', ''), 10);
    expect(row(limit)).toContain(` ${figure.toLocaleString('en')}`);
  });

  it('states how long keys, cursors and the log are kept', () => {
    for (const period of [RETENTION, SYNC_RETENTION, LOG_RETENTION]) expect(guide).toContain(period);
  });

  it('leads to files and sections that exist, and is found from the README, the ADRs and the manual', () => {
    const links = [...guide.matchAll(/\]\(([^)#]*)(#[^)]+)?\)/g)];
    const sections = [...guide.matchAll(/^## (.+)$/gm)].map(
      ([, title]) => `#${title!.toLowerCase().replaceAll(' ', '-')}`,
    );
    for (const [, file, section] of links)
      if (file) expect([file, existsSync(`docs/${file}`)]).toEqual([file, true]);
      else expect(sections).toContain(section);
    const pages = ['README.md', 'docs/operations.md'];
    const adrs = ['0026-offline-clients', '0027-changes-feed', '0028-subscriptions'];
    for (const page of [...pages, ...adrs.map((name) => `docs/adr/${name}.md`)])
      expect([page, readFileSync(page, 'utf8')]).toEqual([page, expect.stringContaining('sync.md)')]);
  });
});
