// The error of an operation of a push as a type, with everything that `extensions` of the same error have.
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { TokenScope } from '../../access/token-scope.js';
import type { PresentedError } from '../../errors.js';
import { ErrorCode, ErrorReason } from '../../graphql/error-enums.js';
import { isCode } from '../../shared/error-codes.js';
import { DateTime, LocalDate } from '../../shared/scalars.js';
import { Person } from '../accounts/person.queries.js';

@ObjectType({ simpleResolvers: true, description: 'What is wrong with a field of an input.' })
class FieldError {
  @Field(() => String, { description: 'Its path in the input: `sources.0.beehiveId`.' })
  field!: string;

  @Field(() => String, {
    description: 'For people: read after the name of the field, or, with a `questionId`, a sentence of its own.',
  })
  message!: string;

  @Field(() => ID, { nullable: true, description: 'The question whose answer is missing or wrong.' })
  questionId?: string | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'How much there is of the stock, honey or frames that the field asks for, in its own unit.',
  })
  available?: number | undefined;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'The last day of the withdrawal period of the hive that the field names.',
  })
  until?: string | undefined;
}

@ObjectType({ simpleResolvers: true, description: 'A record that has another version than the expected one.' })
class RecordVersion {
  @Field(() => ID, { description: 'The id of the record.' })
  recordId!: string;

  @Field(() => Int, { description: 'The version that the record has.' })
  version!: number;

  @Field(() => DateTime, { description: 'When the record got this version.' })
  updatedAt!: Date | string;

  @Field(() => [String], {
    nullable: true,
    description: 'The fields that have changed since the expected version; null if they are not known.',
  })
  changedFields!: string[] | null;

  @Field(() => [Person], { description: 'Who changed them, the latest first.' })
  changedBy!: Person[];
}

@ObjectType({ simpleResolvers: true, description: 'Why an operation was refused.' })
export class OperationError {
  @Field(() => ErrorCode, { description: 'The kind of error.' })
  code!: ErrorCode;

  @Field(() => ErrorReason, { nullable: true, description: 'The cause, where the code is not specific enough.' })
  reason?: ErrorReason | undefined;

  @Field(() => String, { description: 'For people, in the language of the request.' })
  message!: string;

  @Field(() => [FieldError], { description: 'The wrong fields of the input; none if the input is not the cause.' })
  fields!: FieldError[];

  @Field(() => RecordVersion, { nullable: true, description: 'With `VERSION_CONFLICT`, the record as it is now.' })
  current?: RecordVersion | undefined;

  @Field(() => TokenScope, {
    nullable: true,
    description: 'With `SCOPE_MISSING`, the scope that the personal access token lacks.',
  })
  scope?: TokenScope | undefined;
}

/** Operations require no permission, and what may succeed after a time refuses the whole push: such an error has no type. */
export function toOperationError({
  code,
  reason,
  message,
  fields = [],
  current,
  scope,
}: PresentedError): OperationError {
  return {
    code: isCode(code) ? code : ErrorCode.BAD_USER_INPUT,
    reason: reason as ErrorReason | undefined,
    message,
    fields,
    current: current && toRecordVersion(current),
    scope: scope as TokenScope | undefined,
  };
}

const toRecordVersion = ({ id, changedBy, ...version }: NonNullable<PresentedError['current']>): RecordVersion => ({
  ...version,
  recordId: id,
  changedBy: changedBy.map(({ id: userId, name }) => ({ userId, name })),
});
