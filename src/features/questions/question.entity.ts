import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, ManyToOne, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import {
  BooleanColumn,
  EnumColumn,
  IdOf,
  IntColumn,
  LineColumn,
  OptionalColumn,
  OptionalIntColumn,
  OptionalLineColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { AnswerType } from './answer-type.enums.js';
import { FormType, formOf } from './form-type.enums.js';
import { OPTIONS } from './question.rules.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A question of the inspections of an apiary.' })
@Entity({ tableName: 'questions' })
@Unique({ name: 'questions_position_unique', properties: ['apiary', 'position'], deferMode: 'deferred' })
@Check({ name: 'questions_bounds_check', expression: 'min <= max' })
export class Question extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @IdOf('apiary', 'The id of its apiary.')
  readonly apiaryId!: Opt<string>;

  @LineColumn(500, 'The text of the question.')
  text!: string;

  @EnumColumn(AnswerType, 'The type of answer that it expects.')
  answerType!: AnswerType;

  @OptionalLineColumn(100, 'Its group, in free text.')
  category: Opt<string> | null = null;

  @BooleanColumn('Whether an inspection cannot be completed without an answer to it.', { default: false })
  required: Opt<boolean> = false;

  @OptionalColumn(
    () => [String],
    'For CHOICE: the options. While they are null, any text is accepted.',
    {
      type: TextArray,
    },
    OPTIONS,
  )
  options: Opt<string[]> | null = null;

  @OptionalIntColumn(-INT_MAX - 1, INT_MAX, 'For NUMBER: the minimum.')
  min: Opt<number> | null = null;

  @OptionalIntColumn(-INT_MAX - 1, INT_MAX, 'For NUMBER: the maximum.')
  max: Opt<number> | null = null;

  @Legacy()
  @Field(() => FormType, { description: 'The type, with CHOICE for YES_NO.' })
  get formType(): Opt<FormType> {
    return formOf(this).formType;
  }

  @Legacy()
  @Field(() => [String], { nullable: true, description: 'The options, with two for YES_NO.' })
  get formOptions(): Opt<string[]> | null {
    return formOf(this).formOptions;
  }

  /** From 1, without gaps: every change of a position holds the lock of the apiary. */
  @IntColumn(1, INT_MAX, 'Its position among the questions of the apiary, from 1.')
  position!: number;

  @BooleanColumn('Whether inspections include it.', { default: true })
  active: Opt<boolean> = true;

  /** `loadDefaultQuestions` recognises a question that it has added by this key, or by the text. */
  @OptionalLineColumn(100, 'The key of the template from which it was created.')
  templateKey: Opt<string> | null = null;
}
