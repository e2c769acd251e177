import { connection, edgesOf, parent } from '../../graphql/edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from './beehive.entity.js';
import { beehiveList } from './beehive.lists.js';

export const beehiveEdges = [
  edgesOf(Beehive, {
    apiary: parent(Apiary, 'apiaryId', 'Its apiary.'),
  }),
  // apiaries/ does not import beehives/.
  edgesOf(Apiary, {
    beehives: connection(Beehive, 'apiary', beehiveList, 'Its hives: living ones, unless the filter asks for others.'),
  }),
];
