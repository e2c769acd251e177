import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { OmittableBoolean, OmittableField, OmittableValue, OptionalField } from '../../graphql/input-fields.js';
import { NotNull } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { WorklistKind } from '../worklist/worklist.enums.js';
import { Digest } from './digest.entity.js';
import { DigestFrequency, Weekday } from './digest.enums.js';

export const DEFAULT_HOUR = 7;

const WEEKDAY = 'The day on which a weekly one is sent.';
const HOUR = 'The hour at which it is sent, in the time zone of the account: 0 to 23.';
const ONLY_ASSIGNED = 'Whether it lists only what is assigned to you.';

@ObjectType('Digest', {
  simpleResolvers: true,
  description:
    'The mail with what the worklist has for you. It is off until you switch it on; with nothing due, none is sent. None is sent before your e-mail address is verified.',
})
export class DigestSettings {
  @Field(() => DigestFrequency, { description: 'How often it is sent.' })
  frequency!: DigestFrequency;

  @Field(() => Weekday, { description: WEEKDAY })
  weekday!: Weekday;

  @Field(() => Int, { description: HOUR })
  hour!: number;

  @Field(() => [WorklistKind], {
    nullable: true,
    description: 'The kinds of items that it lists; null for all, also for those that are added later.',
  })
  kinds!: WorklistKind[] | null;

  @Field(() => Boolean, { description: ONLY_ASSIGNED })
  onlyAssigned!: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the next one is due; null if it is off. At most one is sent on a day of your time zone.',
  })
  nextAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the last one was written; null if none has been.' })
  lastAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The public key of the service, with which a browser subscribes to web push (`applicationServerKey`), in base64url; null if web push is off.',
  })
  pushKey!: string | null;
}

@InputType({ description: 'How the digest is to be. Omitted fields are unchanged.' })
export class SetDigestInput {
  @OmittableField(() => DigestFrequency, 'How often it is sent. At first OFF.', NotNull('is required'))
  frequency?: DigestFrequency;

  @OmittableField(() => Weekday, `${WEEKDAY} At first MONDAY.`, NotNull('is required'))
  weekday?: Weekday;

  @OmittableValue(Digest, `${HOUR} At first ${DEFAULT_HOUR}.`)
  hour?: number;

  @OptionalField(() => [WorklistKind], 'The kinds of items that it lists. Null for all, as at first.')
  kinds?: WorklistKind[] | null;

  @OmittableBoolean(`${ONLY_ASSIGNED} At first false.`)
  onlyAssigned?: boolean;
}
