import { Field, ObjectType } from 'type-graphql';
import type { Row } from '../../database/row.js';
import { Feeding } from './feeding.entity.js';

@ObjectType({
  simpleResolvers: true,
  description: 'The fields of the payload of `recordFeeding`: no type of the schema.',
})
export class RecordedFeedings {
  @Field(() => [Feeding], { description: 'The feedings, in the order of the hives.' })
  feedings!: (Feeding | Row<Feeding>)[];
}
