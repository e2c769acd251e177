import { edgesOf, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { WorklistItem } from './worklist.inputs.js';

export const worklistEdges = [
  edgesOf(WorklistItem, {
    apiary: related(Apiary, 'apiaryId', 'Where it is; null if it has been deleted.'),
    assignee: person('assigneeId', 'Who is to do it; null for anybody.'),
    beehive: related(Beehive, 'beehiveId', 'The hive, if it is about one, or about a record of one.'),
  }),
];
