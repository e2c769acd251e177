import { ArgsType, InputType } from 'type-graphql';
import {
  OmittableBoolean,
  OmittableText,
  OptionalBoolean,
  OptionalField,
  OptionalText,
  RequiredText,
} from '../../graphql/input-fields.js';
import { type OrderBy, orderBy } from '../../graphql/order-by.js';
import { PageArgs } from '../../graphql/page-args.js';
import type { Apiary } from './apiary.entity.js';

@InputType({ description: 'What a new apiary is made of.' })
export class CreateApiaryInput {
  @RequiredText(200, 'What to call it, 1 to 200 characters.')
  name!: string;

  @OptionalText(500, 'Where it is, in free text of at most 500 characters.')
  location?: string | null;

  @OptionalBoolean('Whether its hives are being treated; if not said, they are not.')
  treatments?: boolean | null;
}

@InputType({ description: 'What to change about an apiary: what is left out stays as it is.' })
export class UpdateApiaryInput {
  @OmittableText(200, 'What to call it, 1 to 200 characters.')
  name?: string;

  @OptionalText(500, 'Where it is, at most 500 characters; null clears it.')
  location?: string | null;

  @OmittableBoolean('Whether its hives are being treated.')
  treatments?: boolean;
}

const ApiaryOrder = orderBy<Apiary>('Apiary', 'apiaries', {
  CREATED_AT: ['createdAt', 'When they were made.'],
  NAME: ['name', 'What they are called.'],
});

@ArgsType()
export class ApiariesArgs extends PageArgs {
  @OptionalField(() => ApiaryOrder, 'The order; if not said, the oldest first.')
  orderBy?: OrderBy<Apiary> | null;
}
