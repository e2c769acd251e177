import { ID, InputType } from 'type-graphql';
import { OptionalValue, RequiredField } from '../../graphql/input-fields.js';
import { DayNotInFuture } from '../../graphql/validators.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { TransportFields } from '../beehives/transport.inputs.js';

export const MAX_MOVED_BEEHIVES = 500;

@InputType({ description: 'A load of hives that are moved to another apiary on one day.' })
export class MoveBeehivesInput extends TransportFields {
  @RequiredField(() => [ID], `The ids of the hives, 1 to ${MAX_MOVED_BEEHIVES}, of one or several apiaries.`)
  ids!: string[];

  @RequiredField(
    () => ID,
    'The id of the apiary to which they go. To one of another account, their treatments leave your register, and their moves your movement book: download both before.',
  )
  apiaryId!: string;

  @DayNotInFuture()
  @OptionalValue(
    BeehivePlacement,
    'The day of the move, not in the future, and not before a hive came to its apiary. If omitted, today.',
    'placedOn',
  )
  movedOn?: string | null;
}
