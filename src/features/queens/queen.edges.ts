import { connection, edgesOf, found, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Queen } from './queen.entity.js';
import { queenList, reignList } from './queen.lists.js';
import { QueenReign } from './queen-reign.entity.js';
import { loadHiveOfQueen, loadQueenOfHive, loadQueenOfInspection } from './reigns.queries.js';

export const queenEdges = [
  edgesOf(Queen, {
    apiary: related(Apiary, 'apiaryId', 'Where she is; null if it has been deleted.'),
    beehive: found(Beehive, loadHiveOfQueen, 'The hive in which she is; null if she is in none.'),
    mother: related(Queen, 'motherId', 'Her mother; null if you do not see her.'),
    daughters: connection(Queen, 'mother', queenList, 'Her daughters, the one that was recorded last first.'),
    reigns: connection(QueenReign, 'queen', reignList, 'Her reigns, newest first, in hives that you see.'),
    actor: person('actorId', 'Who recorded her; null if the account has been deleted.'),
  }),
  edgesOf(QueenReign, {
    queen: related(
      Queen,
      'queenId',
      'The queen; null if you do not see her because she is in another apiary, or of another account, now.',
    ),
    beehive: parent(Beehive, 'beehiveId', 'The hive.'),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  // apiaries/, beehives/ and inspections/ do not import queens/.
  edgesOf(Apiary, {
    queens: connection(Queen, 'apiary', queenList, 'The queens in it, the one that was recorded last first.'),
  }),
  edgesOf(Beehive, {
    queen: found(Queen, loadQueenOfHive, 'Its queen; null if it has none, or none is recorded.'),
    queenReigns: connection(QueenReign, 'beehive', reignList, 'The reigns of its queens, newest first.'),
  }),
  edgesOf(Inspection, {
    queen: found(
      Queen,
      loadQueenOfInspection,
      'The queen of the hive on the day of the inspection, as the reigns say now; null if none is recorded, or you do not see her.',
    ),
  }),
];
