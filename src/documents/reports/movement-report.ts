// The movement book as PDF, in the columns that RD 209/2002 (Spain) and Resolución ICA 8390 (Colombia) have in mind: day, origin, destination, hives,
// vehicle, health document.
import { loadOwnDay } from '../../features/apiaries/apiary-days.queries.js';
import { END_CAUSES } from '../../features/beehives/end-causes.texts.js';
import type { Language } from '../../shared/language.js';
import { describeDays } from '../days-of-query.js';
import type { Node } from '../lists/list.js';
import { countryOf, describeHives, movementList } from '../lists/movement-lists.js';
import { HIVE_MOVEMENTS } from '../lists/words.js';
import type { PdfRow } from '../writers/pdf-document.js';
import { MOVEMENT_TEXTS, type MovementTexts } from './movement-texts.js';
import { type Report, readAll } from './report.js';

/** A cell cuts what does not fit: the hives of a great load go on in further rows. */
const MAX_HIVES_LENGTH = 400;

/** Parts of a list with commas, each of at most so many characters. */
export function partsOf(list: string, length: number): string[] {
  const parts: string[] = [];
  for (const item of list.split(', ')) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + item.length + 2 <= length) parts[parts.length - 1] = `${last}, ${item}`;
    else parts.push(item);
  }
  return parts;
}

const placeOf = (place: Node, language: Language): string =>
  [place?.name, place?.registerNumber, [place?.municipality, countryOf(place, language)].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join('\n');

function rowsOf(entry: Node, language: Language, t: MovementTexts): PdfRow[] {
  const { kind, cause, movedOn, origin, destination, beehivesCount, vehiclePlate, healthDocument, zoneReason, actor } =
    entry;
  const [first = '', ...others] = partsOf(describeHives(entry.beehiveLabels), MAX_HIVES_LENGTH);
  const what = HIVE_MOVEMENTS[kind]![language];
  const cells = [
    movedOn,
    cause === null ? what : `${what}: ${END_CAUSES[cause]![language].toLowerCase()}`,
    kind === 'PLACED' ? '' : placeOf(origin, language) || t.unknown,
    kind === 'ENDED' ? '' : placeOf(destination, language) || t.unknown,
    String(beehivesCount),
    first,
    vehiclePlate ?? '',
    [healthDocument, zoneReason && `${t.zone}: ${zoneReason}`].filter(Boolean).join('\n'),
    actor?.name ?? '',
  ];
  const further = others.map((hives) => ({
    cells: cells.map((_, i) => (i === 0 ? t.continued : i === 5 ? hives : '')),
  }));
  return [{ cells }, ...further];
}

export const movementReport: Report = {
  path: '/movements/pdf',
  name: 'movement-book',
  open: async (source) => {
    const { context, request, language, readerOf, t: common } = source;
    const t = MOVEMENT_TEXTS[language];
    const filters = readerOf(movementList.document).readFilters(request.query) as Record<string, string | undefined>;
    const to = filters.to ?? (await loadOwnDay(context));
    const from = filters.from ?? `${to.slice(0, 4)}-01-01`;
    const entries = await readAll(source, movementList.document, { ...filters, from, to }, 'from');
    const hivesOf = (kind: string): number =>
      entries.filter((one) => one.kind === kind).reduce((sum, { beehivesCount }) => sum + beehivesCount, 0);
    const columns = [
      { heading: t.day, weight: 8 },
      { heading: t.movement, weight: 9 },
      { heading: t.origin, weight: 15 },
      { heading: t.destination, weight: 15 },
      { heading: t.count, weight: 6, isNumber: true },
      { heading: t.hives, weight: 18 },
      { heading: t.vehicle, weight: 9 },
      { heading: t.document, weight: 15 },
      { heading: t.recordedBy, weight: 9 },
    ];
    return {
      title: t.book,
      lines: [t.bookLaw, describeDays({ from, to }, common)],
      apiaryId: filters.apiary_id,
      keeperDays: { from, to },
      layout: 'landscape',
      write: async (document) => {
        const rows = entries.flatMap((entry) => rowsOf(entry, language, t));
        if ((await document.table(columns, rows)) === 0) return document.line(common.empty);
        document.line(t.sums({ placed: hivesOf('PLACED'), moved: hivesOf('MOVED'), ended: hivesOf('ENDED') }));
      },
    };
  },
};
