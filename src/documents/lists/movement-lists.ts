// The movement book and the annual declaration as tables.
import { MOBILITIES } from '../../features/apiaries/mobilities.texts.js';
import { END_CAUSES } from '../../features/beehives/end-causes.texts.js';
import { nameCountry } from '../../shared/country.js';
import { texts } from '../../shared/texts.js';
import { actor, day, id, type List, type Node, note, number, text, word } from './list.js';
import { HIVE_MOVEMENTS } from './words.js';

/** `1–4, 7` for 1, 2, 3, 4, 7: a load of hundreds of hives is a few words. */
export function describeHives(labels: readonly string[]): string {
  const ranges: [first: string, last: string][] = [];
  for (const label of labels) {
    const range = ranges.at(-1);
    const isNext = range !== undefined && /^\d{1,9}$/.test(label) && String(Number(range[1]) + 1) === label;
    if (isNext) range[1] = label;
    else ranges.push([label, label]);
  }
  return ranges
    .flatMap(([first, last]) =>
      first === last ? [first] : Number(last) - Number(first) === 1 ? [first, last] : [`${first}–${last}`],
    )
    .join(', ');
}

type Side = 'origin' | 'destination';
const placeColumns = (side: Side, en: string, es: string) => [
  text(side, en, es, (node) => node[side]?.name),
  text(
    `${side}_register_number`,
    `${en}: register number`,
    `${es}: código de registro`,
    (node) => node[side]?.registerNumber,
  ),
  text(`${side}_municipality`, `${en}: municipality`, `${es}: municipio`, (node) => node[side]?.municipality),
  text(`${side}_country`, `${en}: country`, `${es}: país`, (node, language) => countryOf(node[side], language)),
];
export const countryOf = (place: Node, language: Parameters<typeof nameCountry>[1]): string | null =>
  place?.country ? nameCountry(place.country, language) : null;

const PLACE = '{ name registerNumber municipality country }';

export const movementList: List = {
  name: 'movements',
  title: texts('Movement book', 'Libro de movimientos'),
  description:
    'The entries of the movement book, the oldest first: of the current year, unless `from` and `to` say otherwise. The hives of an entry are ranges of their numbers.',
  document: `query ($apiary_id: ID, $from: LocalDate, $to: LocalDate, $kinds: [BeehiveMovementKind!], $page: Int, $cursor: String) {
    movementBook(apiaryId: $apiary_id, filter: { from: $from, to: $to, kinds: $kinds }, first: $page, after: $cursor) {
      nodes { key kind movedOn cause beehivesCount beehiveLabels vehiclePlate healthDocument zoneReason origin ${PLACE} destination ${PLACE} actor { name } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  columns: [
    day('moved_on', 'Day', 'Día'),
    word('kind', 'Movement', 'Movimiento', HIVE_MOVEMENTS),
    word('cause', 'Cause', 'Causa', END_CAUSES),
    ...placeColumns('origin', 'Origin', 'Origen'),
    ...placeColumns('destination', 'Destination', 'Destino'),
    number('beehives_count', 'Number of hives', 'Número de colmenas'),
    note('hives', 'Hives', 'Colmenas', ({ beehiveLabels }) => describeHives(beehiveLabels)),
    text('vehicle_plate', 'Vehicle', 'Vehículo'),
    text('health_document', 'Health document', 'Documento sanitario'),
    note('zone_reason', 'Reason to leave a restricted zone', 'Motivo de la salida de una zona restringida'),
    actor,
    id('key', 'Entry', 'Asiento'),
  ],
};

export const declarationList: List = {
  name: 'declaration',
  title: texts('Annual declaration', 'Declaración anual'),
  description:
    'The apiaries of the annual declaration with their living hives on its day, by country and municipality: of the current year, unless `year` says otherwise.',
  document: `query ($year: Int, $day: LocalDate, $page: Int, $cursor: String) {
    annualDeclaration(year: $year, day: $day) {
      apiaries(first: $page, after: $cursor) {
        nodes { name country municipality registerNumber mobility day beehivesCount }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  columns: [
    text('country', 'Country', 'País', (node, language) => countryOf(node, language)),
    text('municipality', 'Municipality', 'Municipio'),
    text('register_number', 'Register number', 'Código de registro'),
    text('name', 'Apiary', 'Apiario'),
    word('mobility', 'Mobility', 'Movilidad', MOBILITIES),
    day('day', 'Day', 'Día'),
    number('beehives_count', 'Living hives', 'Colmenas vivas'),
  ],
};
