// What a client reads when all is recorded, compared with the tables.
import { expect } from '@jest/globals';
import type { Client } from '../client.js';
import { expectEqual, Phone } from '../phone.js';
import type { Farm } from './farm.js';

const PAGES = [100, 7, 23];
const CONCURRENT = 6;

async function forEach<T>(list: readonly T[], work: (one: T, i: number) => Promise<void>): Promise<void> {
  const queue = list.map((one, i) => ({ one, i }));
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await work(next.one, next.i);
    }),
  );
}

/** The account of each owner: the others see what belongs to an apiary. */
const clientOf = ({ people }: Farm, id: string): Client => people.find((one) => one.id === id)!;

interface Lot {
  id: string;
  code: string;
  owner: string;
  harvests: string[];
  hives: string[];
  packs: string[];
}
const LOTS = `select l.id, l.code, l.owner_id as owner,
    array(select harvest_id::text from lot_harvests where lot_id = l.id order by 1) as harvests,
    array(select distinct s.harvested_beehive_id::text from lot_harvests c join harvest_sources s on s.harvest_id = c.harvest_id
      where c.lot_id = l.id order by 1) as hives,
    array(select id::text from lot_packs where lot_id = l.id order by 1) as packs
  from lots l`;
const TRACE = `query ($code: String!) { lotByCode(code: $code) { id
  contents { harvest { id lots { nodes { lotId } } sources { beehiveId } } } packs(first: 100) { nodes { id } } } }`;
const sorted = (list: Iterable<string>): string[] => [...new Set(list)].sort();

/** From the lot to its hives, and from a harvest to its lots. */
export async function expectTraces(farm: Farm): Promise<number> {
  const lots = await farm.server.database.sql<Lot>(LOTS);
  await forEach(lots, async ({ owner, ...lot }) => {
    const { lotByCode: traced } = await clientOf(farm, owner).ask(TRACE, { code: lot.code });
    type Harvest = { id: string; lots: { nodes: { lotId: string }[] }; sources: { beehiveId: string }[] };
    const harvests: Harvest[] = traced.contents.map(({ harvest }: { harvest: Harvest }) => harvest);
    for (const harvest of harvests) expect(harvest.lots.nodes.map(({ lotId }) => lotId)).toContain(traced.id);
    expect({
      id: traced.id,
      harvests: sorted(harvests.map(({ id }) => id)),
      hives: sorted(harvests.flatMap(({ sources }) => sources.map(({ beehiveId: id }) => id))),
      packs: sorted(traced.packs.nodes.map(({ id }: { id: string }) => id)),
      code: lot.code,
    }).toEqual(lot);
  });
  return lots.length;
}

/** The events of each hive that follow from rows: their kinds with the ids of the rows, and how many of the others. */
const EVENTS = `select id, owner_id as owner,
    array(select 'TREATED ' || id from treatments where beehive_id = b.id and current and status <> 'VOIDED'
      union all select 'QUEEN_INSTALLED ' || id from queen_reigns where beehive_id = b.id
      union all select 'REIGN_ENDED ' || id from queen_reigns where beehive_id = b.id and ended_on is not null
      union all select case when kind = 'LOST' then 'LOST ' when kind like 'SPLIT%' then 'SPLIT ' else 'UNITED ' end || id
        from colony_events where beehive_id = b.id
      union all select 'HARVESTED ' || h.id from harvest_sources s join harvests h on h.id = s.harvest_id
        where s.beehive_id = b.id and h.status = 'CLOSED'
      union all select 'DELETED ' || b.id from deletions where beehive_id = b.id and owner_id = b.owner_id
      union all select 'CREATED ' || b.id order by 1) as events,
    (select count(*) - 1 from beehive_placements where beehive_id = b.id)::int as moves
  from beehives b`;
const TIMELINE = `query ($id: ID!, $first: Int!, $after: String) { beehive(id: $id) { timeline(first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor }
  nodes { key kind occurredAt record { id } } } } }`;
interface Entry {
  key: string;
  kind: string;
  occurredAt: string;
  record: { id: string } | null;
}
interface Answer {
  beehive: {
    timeline: {
      totalCount: number;
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
      nodes: Entry[];
    };
  };
}

/** Each timeline ends, and has each event once, in order. */
export async function expectTimelines(farm: Farm): Promise<number> {
  const hives = await farm.server.database.sql<{ id: string; owner: string; events: string[]; moves: number }>(EVENTS);
  await forEach(hives, async ({ id, owner, events, moves }, i) => {
    const entries: Entry[] = [];
    let total = 0;
    for (let after: string | null = null, isMore = true; isMore; ) {
      const first = PAGES[i % PAGES.length]!;
      const page: Answer = await clientOf(farm, owner).ask<Answer>(TIMELINE, { id, first, after });
      const { nodes, pageInfo, totalCount } = page.beehive.timeline;
      entries.push(...nodes);
      [after, isMore, total] = [pageInfo.endCursor, pageInfo.hasNextPage, totalCount];
    }
    expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length);
    expect(entries.length).toBe(total);
    const times = entries.map(({ occurredAt }) => Date.parse(occurredAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const recorded = entries.filter(({ kind }) => kind !== 'CHANGED' && kind !== 'MOVED');
    const read = recorded.map(({ kind, record }) => `${kind} ${record?.id ?? id}`);
    expect(read.sort()).toEqual(events.sort());
    expect(entries.filter(({ kind }) => kind === 'MOVED').length).toBe(moves);
  });
  return hives.length;
}

/** The feed of changes from its start gives each account what reading gives. */
export async function expectFeeds({ people, server }: Farm): Promise<number> {
  let records = 0;
  for (const who of people) {
    const phone = new Phone(server, who);
    await phone.sync();
    await expectEqual(phone, server);
    records += phone.records.size;
  }
  return records;
}
