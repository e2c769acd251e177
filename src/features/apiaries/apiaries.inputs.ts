import { ArgsType, InputType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import {
  ClientId,
  ExpectedVersion,
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

@InputType({ description: 'The data of a new apiary.' })
export class CreateApiaryInput {
  @ClientId()
  id?: string | null;

  @RequiredText(200, 'The name, 1–200 characters.')
  name!: string;

  @OptionalText(500, 'The location as free text, at most 500 characters.')
  location?: string | null;

  @OptionalBoolean('Whether its hives are being treated. The default is false.')
  treatments?: boolean | null;
}

@InputType({ description: 'Changes of an apiary. Omitted fields are unchanged.' })
export class UpdateApiaryInput {
  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableText(200, 'The name, 1–200 characters.')
  name?: string;

  @OptionalText(500, 'The location as free text, at most 500 characters; null clears it.')
  location?: string | null;

  @OmittableBoolean('Whether its hives are being treated.')
  treatments?: boolean;
}

const ApiaryOrder = orderBy<Apiary>('Apiary', 'apiaries', {
  CREATED_AT: ['createdAt', 'By creation time.'],
  NAME: ['name', 'By name.'],
});

@ArgsType()
export class ApiariesArgs extends PageArgs {
  @OptionalField(() => ApiaryOrder, 'The order of the list. If omitted, the oldest first.')
  orderBy?: OrderBy<Apiary> | null;

  @OptionalField(() => ApiaryRole, 'Only apiaries in which you have this role.')
  role?: ApiaryRole | null;

  @OptionalBoolean(
    'Whether the apiaries that others share with you are included. If omitted, they are; over `/api/v1`, and with `asInApp`, only if `User.showSharedApiaries` is true.',
  )
  includeShared?: boolean | null;

  @OptionalBoolean(
    'Whether the list, if `includeShared` is omitted, is that of the released mobile apps. The default is false.',
  )
  asInApp?: boolean | null;
}
