// The lists of queens and of their times in hives.
import { COLORS, QUEEN_ORIGINS } from '../../features/queens/queens.texts.js';
import { texts } from '../../shared/texts.js';
import { actor, apiary, day, hive, type List, notes, number, record, text, word, yesNo } from './list.js';
import { REIGN_ENDS } from './words.js';

export const QUEEN_LISTS: List[] = [
  {
    name: 'queens',
    title: texts('Queens', 'Reinas'),
    description: 'The queens that you see, the one that was recorded last first.',
    document: `query ($apiary_id: ID, $year: Int, $page: Int, $cursor: String) {
      queens(apiaryId: $apiary_id, filter: { year: $year }, first: $page, after: $cursor) {
        nodes { id name year markingColor isMarked isClipped race origin breeder mother { name year } notes apiary { name } beehive { label } actor { name } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    columns: [
      text('name', 'Queen', 'Reina'),
      number('year', 'Year', 'Año'),
      word('marking_color', 'Colour', 'Color', COLORS),
      yesNo('is_marked', 'Marked', 'Marcada'),
      yesNo('is_clipped', 'Clipped', 'Ala cortada'),
      text('race', 'Race', 'Raza'),
      word('origin', 'Origin', 'Origen', QUEEN_ORIGINS),
      text('breeder', 'Breeder', 'Criador'),
      text('mother', 'Mother', 'Madre', ({ mother }) => mother?.name),
      apiary,
      hive,
      notes,
      actor,
      record,
    ],
  },
  {
    name: 'reigns',
    title: texts('Reigns', 'Reinados'),
    description: 'The times of queens in hives, hive by hive, the latest first.',
    document: `query ($apiary_id: ID, $beehive_number: Int, $page: Int, $cursor: String) {
      beehives(apiaryId: $apiary_id, filter: { life: ANY, beehiveNumber: $beehive_number }, first: $page, after: $cursor) {
        nodes { label apiary { name } queenReigns { nodes { id startedOn endedOn endReason notes queen { name year } actor { name } } } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    rows: (beehive) => beehive.queenReigns.nodes.map((one: object) => ({ ...one, beehive })),
    columns: [
      text('apiary', 'Apiary', 'Apiario', ({ beehive }) => beehive.apiary.name),
      hive,
      text('queen', 'Queen', 'Reina', ({ queen }) => queen?.name),
      number('queen_year', 'Year of the queen', 'Año de la reina', ({ queen }) => queen?.year),
      day('started_on', 'First day', 'Primer día'),
      day('ended_on', 'Ended on', 'Terminó el'),
      word('end_reason', 'Reason of the end', 'Motivo del fin', REIGN_ENDS),
      notes,
      actor,
      record,
    ],
  },
];
