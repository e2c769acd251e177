// Inputs that name nothing but a record.
import { ID, InputType } from 'type-graphql';
import { ExpectedVersion, RequiredField } from './input-fields.js';

@InputType({ description: 'Names a record.' })
export class IdInput {
  @RequiredField(() => ID, 'The id of the record.')
  id!: string;
}

@InputType({ description: 'Names a record, and the version that it must still have.' })
export class VersionedIdInput extends IdInput {
  @ExpectedVersion()
  expectedVersion?: number | null;
}
