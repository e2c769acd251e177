import { edgesOf, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { DeclaredApiary } from './annual-declaration.queries.js';
import { BeehiveMovement, MovementPlace } from './beehive-movement.types.js';

export const movementEdges = [
  edgesOf(BeehiveMovement, {
    actor: person(
      'actorId',
      'Who recorded it: of several hives, the first. Null if that is not known, or the account has been deleted.',
    ),
  }),
  edgesOf(MovementPlace, {
    apiary: related(Apiary, 'apiaryId', 'The apiary; null if it has been deleted, or you do not see it.'),
  }),
  edgesOf(DeclaredApiary, {
    apiary: related(Apiary, 'apiaryId', 'The apiary; null if it has been deleted since.'),
  }),
];
