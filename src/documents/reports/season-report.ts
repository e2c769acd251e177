// The report of a season, of one apiary or of all: hives, what happened to them, treatments, mites and honey, for the archive of a keeper.
import { Apiary as ApiaryEntity } from '../../entities.js';
import { AppError } from '../../errors.js';
import { loadOwnDay } from '../../features/apiaries/apiary-days.queries.js';
import { END_CAUSES } from '../../features/beehives/end-causes.texts.js';
import { COUNT_METHODS } from '../../features/treatments/count-methods.texts.js';
import { groupBy } from '../../shared/group-by.js';
import { Language } from '../../shared/language.js';
import { loadToday, type TodayOf } from '../lists/keeper.js';
import { hive, type Node } from '../lists/list.js';
import { COLONY_EVENTS, DESTINATIONS } from '../lists/words.js';
import { COLUMNS } from '../register/columns.js';
import type { PdfColumn, PdfDocument } from '../writers/pdf-document.js';
import type { Report, ReportSource } from './report.js';
import type { ReportTexts } from './report-texts.js';
import { type Apiary, readSeason, type Season } from './season.js';

const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];
const APIARIES = `query ($page: Int, $cursor: String) {
  apiaries(first: $page, after: $cursor) {
    nodes { id name location }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** @throws BAD_USER_INPUT */
async function readYear({ context, request }: ReportSource): Promise<number> {
  const { year } = request.query;
  if (year === undefined || year === '') return Number((await loadOwnDay(context)).slice(0, 4));
  const number = /^\d{4}$/.test(String(year)) ? Number(year) : 0;
  if (number >= FIRST_YEAR && number <= LAST_YEAR) return number;
  throw AppError.badInput([{ field: 'year', message: 'must be a year such as 2026' }]);
}

async function readApiaries(source: ReportSource, id: unknown): Promise<Apiary[]> {
  const { context, readerOf } = source;
  if (id !== undefined && id !== '') {
    if (typeof id !== 'string') throw AppError.badInput([{ field: 'apiary_id', message: 'must be an id' }]);
    return [await context.access.one(ApiaryEntity, id, ['id', 'name', 'location'])];
  }
  const all: Apiary[] = [];
  for await (const nodes of readerOf(APIARIES).read(context, {})) all.push(...nodes);
  return all;
}

/** Grams as kilograms. */
const kilograms = (grams: number | null): string => (grams === null ? '' : (grams / 1000).toFixed(2));
const decimal = (text: string, language: Language): string =>
  language === Language.ES ? text.replace('.', ',') : text;
const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);
const nameOf = (queen: Node): string =>
  queen ? [queen.name, queen.year && `(${queen.year})`].filter(Boolean).join(' ') : '';
const registered = (key: string) => {
  const { value } = COLUMNS.find((one) => one.key === key)!;
  return (row: Node, language: Language, todayOf: TodayOf): string => String(value(row, language, todayOf(row)) ?? '');
};
const [dose, withdrawal] = [registered('dose'), registered('withdrawal_until')];

/** @param cells the text of each column, for a node */
async function section(
  document: PdfDocument,
  title: string,
  nodes: Node[],
  language: Language,
  columns: [heading: string, weight: number, cell: (node: Node) => unknown, isNumber?: boolean][],
): Promise<void> {
  if (nodes.length === 0) return;
  document.heading(title);
  const heads = columns.map(([heading, weight, , isNumber = false]): PdfColumn => ({ heading, weight, isNumber }));
  const textOf = (value: unknown, isNumber: boolean): string =>
    isNumber ? decimal(String(value ?? ''), language) : String(value ?? '');
  const rows = nodes.map((node) => ({
    cells: columns.map(([, , cell, isNumber = false]) => textOf(cell(node), isNumber)),
  }));
  await document.table(heads, rows);
}

async function writeSeason(
  document: PdfDocument,
  { apiary, hives, inspections, counts, treatments, ingredients, feedings, reigns, events, harvests }: Season,
  { t, language, todayOf }: { t: ReportTexts; language: Language; todayOf: TodayOf },
): Promise<void> {
  const sources = harvests.flatMap(({ sources, ...harvest }) =>
    sources.map((source: object) => ({ ...harvest, source })),
  );
  document.heading([apiary.name, apiary.location].filter(Boolean).join(', '), 90);
  const ofKind = (kind: string): number => events.filter((one) => one.kind === kind).length;
  document.line(
    t.summary({
      hives: hives.filter(({ endedOn }) => endedOn === null).length,
      inspections: sum([...inspections.values()]),
      losses: ofKind('LOST'),
      splits: ofKind('SPLIT_INTO'),
      unions: ofKind('UNITED_INTO'),
      treatments: treatments.length,
      kilograms: decimal(kilograms(sum(harvests.map(({ grams }) => grams))), language),
    }),
  );
  if (hives.length === 0) document.line(t.noHives);
  const sourcesByHive = groupBy(sources, ({ source }): string => source.beehiveId);
  const honeyOf = ({ id }: Node): number => sum((sourcesByHive.get(id) ?? []).map(({ source }) => source.grams ?? 0));
  const countsByHive = groupBy(
    counts.filter(({ per100 }) => per100 !== null),
    ({ beehive }): string => beehive.id,
  );
  const mitesOf = ({ id }: Node): unknown =>
    countsByHive.get(id)?.reduce((most, { per100 }) => Math.max(most, per100), 0) ?? '';
  await section(document, t.hives, hives, language, [
    [t.hive, 8, ({ label }) => label],
    [t.health, 14, ({ healthStatus }) => healthStatus],
    [t.queen, 16, ({ queen }) => nameOf(queen)],
    [t.inspections, 10, ({ id }) => inspections.get(id) ?? 0, true],
    [t.mites, 12, mitesOf, true],
    [t.honey, 10, (one) => kilograms(honeyOf(one)), true],
    [t.ended, 10, ({ endedOn }) => endedOn],
    [t.cause, 12, ({ endCause }) => END_CAUSES[endCause]?.[language]],
  ]);
  const hiveOf = (node: Node): unknown => hive.value(node, language);
  await section(document, t.events, events, language, [
    [t.day, 10, ({ occurredOn }) => occurredOn],
    [t.hive, 8, hiveOf],
    [t.event, 14, ({ kind }) => COLONY_EVENTS[kind]?.[language]],
    [t.other, 10, ({ otherBeehiveLabel }) => otherBeehiveLabel],
    [t.notes, 30, ({ notes }) => notes],
  ]);
  await section(document, t.queens, reigns, language, [
    [t.hive, 8, hiveOf],
    [t.queen, 20, ({ queen }) => nameOf(queen)],
    [t.first, 10, ({ startedOn }) => startedOn],
    [t.ended, 10, ({ endedOn }) => endedOn],
    [t.notes, 30, ({ notes }) => notes],
  ]);
  await section(document, t.treatments, treatments, language, [
    [t.first, 10, ({ startedOn }) => startedOn],
    [t.hive, 8, ({ beehiveLabel }) => beehiveLabel],
    [t.product, 20, ({ productName }) => productName],
    [t.quantity, 12, (one) => dose(one, language, todayOf)],
    [t.disease, 14, ({ target }) => target],
    [t.last, 10, ({ endedOn }) => endedOn],
    [t.withdrawal, 10, (one) => withdrawal(one, language, todayOf)],
  ]);
  await section(document, t.ingredients, ingredients.totals, language, [
    [t.ingredient, 24, ({ name }) => name],
    [t.grams, 12, ({ grams }) => grams && Number(grams), true],
    [t.millilitres, 12, ({ millilitres }) => millilitres && Number(millilitres), true],
    [t.treatments, 12, ({ treatmentsCount }) => treatmentsCount, true],
  ]);
  if (ingredients.totals.length > 0 && ingredients.uncountedTreatmentsCount > 0)
    document.line(t.uncounted(ingredients.uncountedTreatmentsCount));
  const fed = [...groupBy(feedings, ({ beehive }): string => beehive.id).values()];
  /** What is known, and whether that is all. */
  const total = (nodes: Node[], field: string): string => {
    const known = nodes.flatMap((node) => node[field] ?? []);
    const all = known.length === 0 ? '' : kilograms(sum(known));
    return known.length < nodes.length ? `${all} + ?`.trim() : all;
  };
  await section(document, t.feedings, fed, language, [
    [t.hive, 8, ([first]) => hiveOf(first)],
    [t.feedings, 10, (nodes) => nodes.length, true],
    [t.feed, 12, (nodes) => total(nodes, 'grams'), true],
    [t.sugar, 12, (nodes) => total(nodes, 'sugarGrams'), true],
    [t.last, 10, (nodes) => nodes.at(-1).fedOn],
  ]);
  await section(document, t.counts, counts, language, [
    [t.day, 10, ({ countedOn }) => countedOn],
    [t.hive, 8, hiveOf],
    [t.method, 16, ({ method }) => COUNT_METHODS[method]?.[language]],
    [t.result, 12, ({ per100 }) => per100, true],
    [t.perDay, 12, ({ perDay }) => perDay, true],
    [t.notes, 26, ({ notes }) => notes],
  ]);
  const all = { source: { grams: sum(harvests.map(({ grams }) => grams)) }, harvestedOn: t.total };
  await section(document, t.harvests, sources.length > 0 ? [...sources, all] : [], language, [
    [t.day, 10, ({ harvestedOn }) => harvestedOn],
    [t.hive, 8, ({ source }) => source.beehiveLabel],
    [t.frames, 8, ({ source }) => source.frames, true],
    [t.honey, 10, ({ source }) => kilograms(source.grams ?? null), true],
    [t.kind, 18, ({ honeyKind }) => honeyKind],
    [t.destination, 14, ({ destination }) => DESTINATIONS[destination]?.[language]],
  ]);
}

export const seasonReport: Report = {
  path: '/reports/season/pdf',
  name: 'season-report',
  open: async (source) => {
    const { context, request, language, t } = source;
    const year = await readYear(source);
    const { apiary_id } = request.query;
    const apiaries = await readApiaries(source, apiary_id);
    const only = apiary_id ? apiaries[0] : undefined;
    const seasons: Season[] = [];
    for (const apiary of apiaries) seasons.push(await readSeason(source, apiary, year, only ? 'year' : 'apiary_id'));
    const todayOf = await loadToday(context);
    return {
      title: `${t.season} ${year}`,
      lines: [only ? `${t.apiary}: ${only.name}` : t.all],
      apiaryId: only?.id,
      layout: 'portrait',
      write: async (document) => {
        if (seasons.length === 0) document.line(t.empty);
        for (const season of seasons) await writeSeason(document, season, { t, language, todayOf });
      },
    };
  },
};
