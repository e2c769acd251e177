import { IsBoolean } from 'class-validator';
import { ArgsType, Field, InputType, registerEnumType } from 'type-graphql';
import { Direction, PageArgs } from '../../graphql/page-args.js';
import { Clearable, Text, WhenGiven } from '../../graphql/validators.js';

@InputType({ description: 'What a new apiary is made of.' })
export class CreateApiaryInput {
  @Field(() => String, { description: 'What to call it, 1 to 200 characters.' })
  @Text(1, 200)
  name!: string;

  @Field(() => String, { nullable: true, description: 'Where it is, in free text of at most 500 characters.' })
  @Clearable()
  @Text(0, 500)
  location?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its hives are being treated; if not said, they are not.',
  })
  @Clearable()
  @IsBoolean({ message: 'must be true or false' })
  treatments?: boolean | null;
}

@InputType({ description: 'What to change about an apiary: what is left out stays as it is.' })
export class UpdateApiaryInput {
  @Field(() => String, { nullable: true, description: 'What to call it, 1 to 200 characters.' })
  @WhenGiven()
  @Text(1, 200)
  name?: string;

  @Field(() => String, { nullable: true, description: 'Where it is, at most 500 characters; null clears it.' })
  @Clearable()
  @Text(0, 500)
  location?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its hives are being treated.' })
  @WhenGiven()
  @IsBoolean({ message: 'must be true or false' })
  treatments?: boolean;
}

export enum ApiaryOrderField {
  CREATED_AT = 'createdAt',
  NAME = 'name',
}
registerEnumType(ApiaryOrderField, {
  name: 'ApiaryOrderField',
  description: 'What apiaries can be ordered by.',
  valuesConfig: {
    CREATED_AT: { description: 'When they were made.' },
    NAME: { description: 'What they are called.' },
  },
});

@InputType({ description: 'How to order apiaries.' })
export class ApiaryOrder {
  @Field(() => ApiaryOrderField, { description: 'What to order by.' })
  field!: ApiaryOrderField;

  @Field(() => Direction, { description: 'Which way.' })
  direction!: Direction;
}

@ArgsType()
export class ApiariesArgs extends PageArgs {
  @Field(() => ApiaryOrder, { nullable: true, description: 'The order; if not said, the oldest first.' })
  orderBy?: ApiaryOrder | null;
}
