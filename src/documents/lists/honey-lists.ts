// The lists of harvests, of lots of honey and of what was filled from them.
import { texts } from '../../shared/texts.js';
import { actor, apiary, day, type List, note, notes, number, record, text, time, word, yesNo } from './list.js';
import { DESTINATIONS, HARVEST_STATUS } from './words.js';

/** @param fields of a lot */
const ofLots = (
  fields: string,
): string => `query ($apiary_id: ID, $destination: HoneyDestination, $page: Int, $cursor: String) {
  lots(apiaryId: $apiary_id, filter: { destination: $destination }, first: $page, after: $cursor) {
    nodes { id code apiary { name } ${fields} }
    pageInfo { hasNextPage endCursor }
  }
}`;
interface Origin {
  country: string | null;
  percentage: number;
}

export const HONEY_LISTS: List[] = [
  {
    name: 'harvests',
    title: texts('Harvests', 'Cosechas'),
    description:
      'A row for each hive of each harvest, the latest harvest first; voided ones only if `status` asks for them.',
    document: `query ($apiary_id: ID, $status: [HarvestStatus!], $from: LocalDate, $to: LocalDate, $page: Int, $cursor: String) {
      harvests(apiaryId: $apiary_id, filter: { statuses: $status, from: $from, to: $to }, first: $page, after: $cursor) {
        nodes { id harvestedOn apiaryLabel status grams lotGrams honeyKind country destination notes reason actor { name } sources { beehiveId beehiveLabel frames grams withheld } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    rows: ({ sources, ...harvest }) =>
      (sources.length > 0 ? sources : [{}]).map((source: object) => ({ ...harvest, source })),
    columns: [
      day('harvested_on', 'Day', 'Día'),
      apiary,
      text('hive', 'Hive', 'Colmena', ({ source }) => source.beehiveLabel),
      number('frames', 'Frames', 'Marcos', ({ source }) => source.frames),
      number('source_grams', 'Honey of the hive, g', 'Miel de la colmena, g', ({ source }) => source.grams),
      yesNo('withheld', 'In a withdrawal period', 'En tiempo de espera', ({ source }) => source.withheld),
      number('grams', 'Honey of the harvest, g', 'Miel de la cosecha, g'),
      number('lot_grams', 'In lots, g', 'En lotes, g'),
      text('honey_kind', 'Kind of honey', 'Tipo de miel'),
      text('country', 'Country', 'País'),
      word('destination', 'Destination', 'Destino', DESTINATIONS),
      word('status', 'Status', 'Estado', HARVEST_STATUS),
      notes,
      note('reason', 'Reason of the amendment', 'Motivo de la corrección'),
      actor,
      record,
    ],
  },
  {
    name: 'lots',
    title: texts('Lots', 'Lotes'),
    description: 'Lots of honey, the latest first.',
    document: ofLots(
      'grams packedGrams destination neverForSale bestBefore origins { country percentage } notes createdAt actor { name }',
    ),
    columns: [
      text('code', 'Lot', 'Lote'),
      apiary,
      number('grams', 'Honey, g', 'Miel, g'),
      number('packed_grams', 'Packed, g', 'Envasada, g'),
      word('destination', 'Destination', 'Destino', DESTINATIONS),
      text('origins', 'Origin', 'Origen', ({ origins }) =>
        origins.map(({ country, percentage }: Origin) => `${country ?? '?'} ${percentage} %`).join(', '),
      ),
      day('best_before', 'Best before', 'Consumo preferente'),
      notes,
      time('created_at', 'Created (UTC)', 'Creado (UTC)'),
      actor,
      record,
    ],
  },
  {
    name: 'packs',
    title: texts('Packs', 'Envasados'),
    description: 'What was filled from lots, lot by lot, the latest first; voided packs included.',
    document: ofLots('packs { nodes { id packedOn jars gramsPerJar grams voidedAt reason notes actor { name } } }'),
    rows: ({ packs, ...lot }) => packs.nodes.map((one: object) => ({ ...one, lot, apiary: lot.apiary })),
    columns: [
      day('packed_on', 'Day', 'Día'),
      text('lot', 'Lot', 'Lote', ({ lot }) => lot.code),
      apiary,
      number('jars', 'Jars', 'Frascos'),
      number('grams_per_jar', 'Grams per jar', 'Gramos por frasco'),
      number('grams', 'Honey, g', 'Miel, g'),
      time('voided_at', 'Voided (UTC)', 'Anulado (UTC)'),
      note('reason', 'Reason', 'Motivo'),
      notes,
      actor,
      record,
    ],
  },
];
