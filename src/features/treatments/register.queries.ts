// The register of treatments as an inspector reads it: a section for each keeper, in it the apiaries, in each its treatments by day. Rows are read
// when they are written, in pages, because a register grows for years.
import type { Context } from '../../context.js';
import { MAX_PAGE_ROWS, PageSize } from '../../database/page-size.js';
import type { Row } from '../../database/row.js';
import { ofDays, type Where } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { addDays } from '../../shared/days.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { loadOwnDay } from '../apiaries/apiary-days.queries.js';
import { mayShowExactly } from '../apiaries/position.rules.js';
import { type KeeperRow, keeperOn, loadKeepers } from '../keepers/keeper-of-day.queries.js';
import { IS_FROM_ARCHIVE, isFromArchive } from './archived-treatment.rules.js';
import type { FormerKeeper } from './former-keeper.types.js';
import { Treatment } from './treatment.entity.js';

export interface RegisterFilter {
  apiaryId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const APIARY_FIELDS = [
  'name',
  'municipality',
  'country',
  'registerNumber',
  'mobility',
  'latitude',
  'longitude',
] as const;
export type RegisterApiary = Pick<Row<Apiary>, 'id' | (typeof APIARY_FIELDS)[number]>;

export interface RegisterGroup {
  /** Undefined if it has been deleted, or stayed with another account. */
  apiary: RegisterApiary | undefined;
  /** What it was called, if it is gone. */
  label: string | null;
  rows: number;
  read: () => AsyncGenerator<Row<Treatment>>;
}

export interface RegisterSection {
  /** Undefined if none had been recorded for its days, and for members, who do not see the owner's. */
  keeper: KeeperRow | FormerKeeper | undefined;
  /** Whether it is about the keeper of an account from which the hives have come. */
  isFormer: boolean;
  /** Whether only an archive says that it was so. */
  isFromArchive: boolean;
  /** The days of the keeper, as far as they are in the register. */
  from: string | undefined;
  to: string | undefined;
  groups: RegisterGroup[];
}

export interface Register {
  /** Whether the viewer owns it; a member reads that of an apiary. */
  isOwn: boolean;
  /** Whether the reader sees exactly where the apiaries are: the owner does, but for tokens that only read. */
  showsPositions: boolean;
  rows: number;
  sections: RegisterSection[];
}

interface FoundGroup {
  /** Null for a keeper of the account: the number of those who had begun. */
  formerKeeper: FormerKeeper | null;
  /** Whether only an archive names the former keeper. */
  isFromArchive: boolean;
  begun: number;
  apiaryId: string | null;
  label: string | null;
  rows: number;
  first: string;
  last: string;
}

/** The tables of a register: an apiary that is gone, under each name that it had, is one, and so is each keeper from whom hives came. */
const MAX_GROUPS = 10_000;
/** Ids of a statement. */
const PIECE_IDS = 1000;

/** @throws NOT_FOUND for an apiary that is missing, or that the viewer may not see; BAD_USER_INPUT (RESPONSE_TOO_BROAD) */
export async function openRegister(context: Context, filter: RegisterFilter): Promise<Register> {
  const { access, viewer } = context;
  const { apiaryId } = filter;
  const ofApiary = apiaryId === undefined ? undefined : await access.one(Apiary, apiaryId, ['id', 'userId']);
  const isOwn = ofApiary === undefined || ofApiary.userId === viewer.id;
  const showsPositions = isOwn && mayShowExactly(viewer);
  const keepers = isOwn ? await loadKeepers(context, viewer.id) : [];
  const found = await findGroups(context, { ...filter, apiaryId: ofApiary?.id }, isOwn ? keepers : undefined);
  if (found.length > MAX_GROUPS) throw tooManyGroups();
  const apiaries = await loadApiaries(
    context,
    found.flatMap((group) => group.apiaryId ?? []),
  );
  const sections = new Map<string, { order: string; section: RegisterSection }>();
  const size = new PageSize(context.rowLimit, MAX_PAGE_ROWS);
  for (const group of found) {
    const { formerKeeper, isFromArchive, begun, first } = group;
    const key = formerKeeper ? JSON.stringify([formerKeeper, isFromArchive]) : String(begun);
    const known = sections.get(key);
    const { section } = known ?? { section: createSection(keepers, group, filter) };
    section.groups.push(createGroup({ context, section, group, apiaries, filter, isOwn, size }));
    sections.set(key, { section, order: known && known.order < first ? known.order : first });
  }
  if (isOwn && found.length === 0)
    return { isOwn, showsPositions, rows: 0, sections: [await createEmptySection(context, keepers, filter)] };
  const ordered = [...sections.values()].sort((a, b) => compare(a.order, b.order)).map(({ section }) => section);
  for (const { groups } of ordered) groups.sort((a, b) => compareNames(nameOf(a), nameOf(b)));
  return { isOwn, showsPositions, rows: found.reduce((sum, { rows }) => sum + rows, 0), sections: ordered };
}

function tooManyGroups(): AppError {
  const message = createMessage('must be narrower: the register would have more than {max} tables', {
    max: MAX_GROUPS,
  });
  return new AppError('BAD_USER_INPUT', undefined, {
    reason: 'RESPONSE_TOO_BROAD',
    fields: [{ field: 'from', message }],
  });
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const collator = new Intl.Collator('es', { numeric: true });
/** Those without a name are last. */
const compareNames = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : collator.compare(a, b);
const nameOf = ({ apiary, label }: RegisterGroup): string | null => apiary?.name ?? label;

/** @param keepers if undefined, those of others, which a member does not see */
function findGroups(
  context: Context,
  { apiaryId, from, to }: RegisterFilter,
  keepers: KeeperRow[] | undefined,
): Promise<FoundGroup[]> {
  const { access, own } = context;
  return (apiaryId === undefined ? own : access).query<FoundGroup>(({ of, bind }) => {
    const { table, ownership } = of(Treatment, true);
    const former = keepers ? 'former_keeper' : 'null::jsonb';
    const days = bind((keepers ?? []).map(({ validFrom }) => validFrom));
    const conditions = [
      ownership,
      'current',
      ...(apiaryId === undefined ? [] : [`apiary_id = ${bind(apiaryId)}`]),
      ...(from === undefined ? [] : [`started_on >= ${bind(from)}`]),
      ...(to === undefined ? [] : [`started_on <= ${bind(to)}`]),
    ];
    return `select ${former} as "formerKeeper", ${former} is not null and ${IS_FROM_ARCHIVE} as "isFromArchive", case when ${former} is null then width_bucket(started_on, ${days}::date[]) else -1 end as begun,
        apiary_id as "apiaryId", case when apiary_id is null then apiary_label end as label, count(*)::int as rows,
        min(started_on)::text as first, max(started_on)::text as last
      from ${table} where ${conditions.join(' and ')} group by 1, 2, 3, 4, 5 limit ${MAX_GROUPS + 1}`;
  });
}

async function loadApiaries({ access }: Context, ids: string[]): Promise<Map<string, RegisterApiary>> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, RegisterApiary>();
  for (let i = 0; i < wanted.length; i += PIECE_IDS) {
    const where = { id: wanted.slice(i, i + PIECE_IDS) } as Where<Apiary>;
    for (const apiary of (await access.list(Apiary, { where, fields: APIARY_FIELDS })).nodes)
      found.set(apiary.id, apiary as RegisterApiary);
  }
  return found;
}

function createSection(
  keepers: KeeperRow[],
  { formerKeeper, isFromArchive, begun }: FoundGroup,
  filter: RegisterFilter,
): RegisterSection {
  const { from, to } = filter;
  const section = { keeper: undefined, isFormer: false, isFromArchive, from, to, groups: [] };
  if (formerKeeper)
    return { ...section, isFormer: true, keeper: formerKeeper.legalName === null ? undefined : formerKeeper };
  const [keeper, next] = [keepers[begun - 1], keepers[begun]];
  const until = next && addDays(next.validFrom, -1);
  return {
    ...section,
    keeper,
    from: keeper && (from === undefined || keeper.validFrom > from) ? keeper.validFrom : from,
    to: until !== undefined && (to === undefined || until < to) ? until : to,
  };
}

/** Also a register without treatments is that of somebody: the keeper of its last day. */
async function createEmptySection(
  context: Context,
  keepers: KeeperRow[],
  { from, to }: RegisterFilter,
): Promise<RegisterSection> {
  return {
    keeper: keeperOn(keepers, to ?? (await loadOwnDay(context))),
    isFormer: false,
    isFromArchive: false,
    from,
    to,
    groups: [],
  };
}

interface GroupSource {
  context: Context;
  section: RegisterSection;
  group: FoundGroup;
  apiaries: ReadonlyMap<string, RegisterApiary>;
  filter: RegisterFilter;
  isOwn: boolean;
  /** The size of a page, which all groups share. */
  size: PageSize;
}

function createGroup({ context, section, group, apiaries, filter, isOwn, size }: GroupSource): RegisterGroup {
  const { from, to, isFormer } = section;
  const { formerKeeper, isFromArchive: isOfArchive, apiaryId, label, rows, first, last } = group;
  const { access, own } = context;
  const where = {
    current: true,
    startedOn: isFormer ? ofDays(first, last) : ofDays(from, to),
    apiary: apiaryId,
    ...(apiaryId === null && { apiaryLabel: label }),
    ...(isOwn && { formerKeeper: formerKeeper ? { $ne: null } : null }),
  } as Where<Treatment>;
  const keeper = JSON.stringify(formerKeeper);
  const isOfGroup = (row: Row<Treatment>): boolean =>
    JSON.stringify(row.formerKeeper) === keeper && isFromArchive(row) === isOfArchive;
  const list = { where, order: { startedOn: 'asc' } } as const;
  return {
    apiary: apiaryId === null ? undefined : apiaries.get(apiaryId),
    label,
    rows,
    async *read() {
      const treatments = filter.apiaryId === undefined ? own : access;
      for (let after: string | undefined; ; ) {
        const page = await size.read((rows) => treatments.list(Treatment, { ...list, first: rows, after }));
        for (const row of page.nodes) if (!isFormer || isOfGroup(row)) yield row;
        if (!page.pageInfo.hasNextPage) return;
        after = page.pageInfo.endCursor!;
      }
    },
  };
}
