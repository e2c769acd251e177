// Inputs that name nothing but a record.
import { Arg, type ClassType, ID, InputType } from 'type-graphql';
import { capitalize } from '../shared/text.js';
import { ExpectedVersion, RequiredField } from './input-fields.js';

/** Declares the input of a mutation: a type of its own, which may grow, with the fields of another (`DeleteBeehiveInput`). */
export const InputOf =
  (fields: ClassType): ParameterDecorator =>
  (target, mutation, index) => {
    @InputType(`${capitalize(String(mutation))}Input`, { description: `The input of \`${String(mutation)}\`.` })
    class Input extends fields {}
    Arg('input', () => Input)(target, mutation!, index);
  };

@InputType()
export class IdInput {
  @RequiredField(() => ID, 'The id of the record.')
  id!: string;
}

@InputType()
export class VersionedIdInput extends IdInput {
  @ExpectedVersion()
  expectedVersion?: number | null;
}
