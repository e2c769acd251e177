import { Field, ObjectType } from 'type-graphql';
import type { Row } from '../../database/row.js';
import { Treatment } from './treatment.entity.js';

@ObjectType({ simpleResolvers: true, description: 'The fields of the payload below: no type of the schema.' })
export class RecordedTreatments {
  @Field(() => [Treatment])
  treatments!: (Treatment | Row<Treatment>)[];

  beehiveIds!: string[];
}
