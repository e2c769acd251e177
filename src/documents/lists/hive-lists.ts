// The lists of places, hives and what happened to them.
import { MOBILITIES } from '../../features/apiaries/mobilities.texts.js';
import { END_CAUSES } from '../../features/beehives/end-causes.texts.js';
import { COUNT_METHODS } from '../../features/treatments/count-methods.texts.js';
import { texts } from '../../shared/texts.js';
import { apiaryMap, MANAGERS } from './apiary-map.js';
import {
  actor,
  apiary,
  day,
  hive,
  type List,
  note,
  notes,
  number,
  record,
  recordOfHive,
  text,
  time,
  word,
  yesNo,
} from './list.js';
import { countryOf } from './movement-lists.js';
import { COLONY_EVENTS } from './words.js';

/** What belongs to hives, also to those that have ended. */
const ofHives = (fields: string): string => `query ($apiary_id: ID, $beehive_number: Int, $page: Int, $cursor: String) {
  beehives(apiaryId: $apiary_id, filter: { life: ANY, beehiveNumber: $beehive_number }, first: $page, after: $cursor) {
    nodes { id label apiary { name } ${fields} }
    pageInfo { hasNextPage endCursor }
  }
}`;
// biome-ignore lint/suspicious/noExplicitAny: as Node
const below = (field: string) => (beehive: any) => beehive[field].nodes.map((one: object) => ({ ...one, beehive }));
const apiaryNow = text('apiary', 'Apiary', 'Apiario', ({ beehive }) => beehive.apiary.name);

export const HIVE_LISTS: List[] = [
  {
    name: 'apiaries',
    title: texts('Apiaries', 'Apiarios'),
    description:
      'Your apiaries, and those that are shared with you. Where you are neither owner nor manager, positions are rounded to 0.01°, which a column says, and there is no number in the register. As `geojson` (RFC 7946), those with a position; `is_exact` says whether it is rounded.',
    document: `query ($role: ApiaryRole, $include_shared: Boolean, $page: Int, $cursor: String) {
      apiaries(filter: { role: $role, includeShared: $include_shared }, first: $page, after: $cursor) {
        nodes { id name location position { latitude longitude isExact } elevation country municipality registerNumber mobility forage viewerRole timeZone beehivesCount inspectionDays mitesToWatch mitesToTreat winterStores minimumWeight silentHours owner { name } createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    columns: [
      text('name', 'Apiary', 'Apiario'),
      text('location', 'Location', 'Ubicación'),
      number('latitude', 'Latitude', 'Latitud', ({ position }) => position?.latitude),
      number('longitude', 'Longitude', 'Longitud', ({ position }) => position?.longitude),
      yesNo('is_exact', 'Exact position', 'Posición exacta', ({ position }) => position?.isExact),
      number('elevation', 'Elevation (m)', 'Altitud (m)'),
      text('country', 'Country', 'País', countryOf),
      text('municipality', 'Municipality', 'Municipio'),
      text('register_number', 'Register number', 'Código de registro', ({ registerNumber, viewerRole }) =>
        MANAGERS.includes(viewerRole) ? registerNumber : null,
      ),
      word('mobility', 'Mobility', 'Movilidad', MOBILITIES),
      note('forage', 'Forage', 'Flora'),
      number('beehives_count', 'Hives', 'Colmenas'),
      text('owner', 'Owner', 'Titular', ({ owner }) => owner.name),
      text('time_zone', 'Time zone', 'Zona horaria'),
      number('inspection_days', 'Days between inspections', 'Días entre inspecciones'),
      number('mites_to_watch', 'Mites per 100 bees to watch', 'Ácaros por 100 abejas para vigilar'),
      number('mites_to_treat', 'Mites per 100 bees to treat', 'Ácaros por 100 abejas para tratar'),
      number('winter_stores', 'Food a hive should have (kg)', 'Reservas por colmena (kg)'),
      number('minimum_weight', 'Lowest weight of a hive (kg)', 'Peso mínimo de una colmena (kg)'),
      number('silent_hours', 'Hours until a device is silent', 'Horas sin lectura hasta avisar'),
      time('created_at', 'Created (UTC)', 'Creado (UTC)'),
      record,
    ],
    map: apiaryMap,
  },
  {
    name: 'beehives',
    title: texts('Hives', 'Colmenas'),
    description: 'Hives by number: living ones, unless `life` asks for others.',
    document: `query ($apiary_id: ID, $life: BeehiveLife, $health: [HealthCondition!], $status: [BeehiveStatus!], $population: [ColonySize!], $activity: [ActivityLevel!], $is_treated: Boolean, $production_chamber: Boolean, $beehive_number: Int, $beehive_numbers: [Int!], $not_inspected_since: DateTime, $end_causes: [EndCause!], $ended_from: LocalDate, $ended_to: LocalDate, $search: String, $page: Int, $cursor: String) {
      beehives(apiaryId: $apiary_id, filter: { life: $life, health: $health, statuses: $status, population: $population, activity: $activity, isTreated: $is_treated, productionChamber: $production_chamber, beehiveNumber: $beehive_number, beehiveNumbers: $beehive_numbers, notInspectedSince: $not_inspected_since, endCauses: $end_causes, endedFrom: $ended_from, endedTo: $ended_to, search: $search }, first: $page, after: $cursor) {
        nodes { id label beehiveNumber apiary { name } hiveStatus healthStatus beePopulation activityLevel foodFrames broodFrames hasProductionChamber isTreated withdrawalUntil lastInspectedAt queen { name year } endedOn endCause observations createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    columns: [
      apiary,
      text('label', 'Hive', 'Colmena'),
      number('beehive_number', 'Number', 'Número'),
      text('hive_status', 'Status', 'Estado'),
      text('health_status', 'Health', 'Salud'),
      text('bee_population', 'Population', 'Población'),
      text('activity_level', 'Activity', 'Actividad'),
      number('food_frames', 'Food frames', 'Marcos de alimento'),
      number('brood_frames', 'Brood frames', 'Marcos de cría'),
      text('has_production_chamber', 'Honey super', 'Alza de producción'),
      yesNo('is_treated', 'Being treated', 'En tratamiento'),
      day('withdrawal_until', 'Withdrawal until', 'Espera hasta'),
      time('last_inspected_at', 'Last inspection (UTC)', 'Última inspección (UTC)'),
      text('queen', 'Queen', 'Reina', ({ queen }) => queen?.name),
      number('queen_year', 'Year of the queen', 'Año de la reina', ({ queen }) => queen?.year),
      day('ended_on', 'Ended on', 'Terminada el'),
      word('end_cause', 'Cause of the end', 'Causa del fin', END_CAUSES),
      note('observations', 'Notes', 'Notas'),
      time('created_at', 'Created (UTC)', 'Creada (UTC)'),
      record,
    ],
  },
  {
    name: 'placements',
    title: texts('Placements', 'Ubicaciones'),
    description: 'Where each hive stood from one day to another, hive by hive, the latest first.',
    document: ofHives('placements { nodes { id placedOn leftOn apiary { name } actor { name } } }'),
    rows: below('placements'),
    columns: [
      hive,
      apiary,
      day('placed_on', 'First day', 'Primer día'),
      day('left_on', 'Left on', 'Salió el'),
      actor,
      recordOfHive,
    ],
  },
  {
    name: 'colony-events',
    title: texts('Colony events', 'Sucesos de las colonias'),
    description: 'Splits, unions and losses, hive by hive, the latest first. Of two hives, each has a row of its own.',
    document: ofHives(
      'colonyEvents { nodes { id kind occurredOn otherBeehiveLabel foodFrames broodFrames notes actor { name } } }',
    ),
    rows: below('colonyEvents'),
    columns: [
      apiaryNow,
      hive,
      day('occurred_on', 'Day', 'Día'),
      word('kind', 'Event', 'Suceso', COLONY_EVENTS),
      text('other_beehive', 'Other hive', 'Otra colmena', ({ otherBeehiveLabel }) => otherBeehiveLabel),
      number('food_frames', 'Food frames', 'Marcos de alimento'),
      number('brood_frames', 'Brood frames', 'Marcos de cría'),
      notes,
      actor,
      record,
    ],
  },
  {
    name: 'mite-counts',
    title: texts('Mite counts', 'Conteos de ácaros'),
    description:
      'Counts of Varroa mites in hives that were in an apiary at that time, apiary by apiary, the latest first.',
    document: `query ($apiary_id: ID!, $from: LocalDate, $to: LocalDate, $page: Int, $cursor: String) {
      apiary(id: $apiary_id) {
        miteCounts(filter: { from: $from, to: $to }, first: $page, after: $cursor) {
          nodes { id countedOn method bees mites days per100 perDay notes apiary { name } beehive { id label } actor { name } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    columns: [
      day('counted_on', 'Day', 'Día'),
      apiary,
      hive,
      word('method', 'Method', 'Método', COUNT_METHODS),
      number('mites', 'Mites', 'Ácaros'),
      number('bees', 'Bees in the sample', 'Abejas de la muestra'),
      number('days', 'Days of the board', 'Días de la lámina'),
      number('per100', 'Mites per 100 bees', 'Ácaros por 100 abejas'),
      number('per_day', 'Mites per day', 'Ácaros por día'),
      notes,
      actor,
      record,
    ],
  },
];
