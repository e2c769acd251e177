import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Unique } from '@mikro-orm/decorators/legacy';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { getBounds, number } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  EnumColumn,
  IdColumn,
  IdOf,
  IntColumn,
  LineColumn,
  lastingId,
  OptionalBooleanColumn,
  OptionalColumn,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalTextColumn,
  TimeColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { INT_MAX } from '../../shared/text.js';
import { AnswerType } from '../questions/answer-type.enums.js';
import { FormType, formOf } from '../questions/form-type.enums.js';
import { Question } from '../questions/question.entity.js';
import { Inspection } from './inspection.entity.js';

/**
 * An answer with a snapshot of its question. It has no reference to the current question: renaming, retyping, moving or deleting
 * that changes no answer.
 */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'An answer, with a snapshot of the question at the time of the answer.',
})
@Entity({ tableName: 'answers' })
@Unique({ name: 'answers_question_unique', properties: ['inspection', 'questionId'] })
@Index({ name: 'answers_position_index', properties: ['inspection', 'position', 'id'] })
@Index({ name: 'answers_trend_index', properties: ['questionId'] })
export class Answer extends OwnedEntity {
  /** There is no foreign key: it stays while the deletion of its parent can be undone (ADR 0064). */
  @ManyToOne(() => Inspection, { ref: true, deleteRule: 'cascade', createForeignKeyConstraint: false, index: false })
  inspection!: Ref<Inspection>;

  @IdOf('inspection')
  readonly inspectionId!: Opt<string>;

  @IdColumn(lastingId('question'))
  questionId!: string;

  @LineColumn(500, 'The text of the question at that time.')
  questionText!: string;

  @EnumColumn(AnswerType, 'The type of answer that the question expected.')
  answerType!: AnswerType;

  @OptionalLineColumn(100, 'The group of the question.')
  category: Opt<string> | null = null;

  @BooleanColumn('Whether an answer was required.')
  required!: boolean;

  @OptionalColumn(
    () => [String],
    'For CHOICE: the options at that time.',
    { type: TextArray },
    getBounds(Question, 'options'),
  )
  options: Opt<string[]> | null = null;

  @OptionalIntColumn(-INT_MAX - 1, INT_MAX, 'For NUMBER: the minimum at that time.')
  min: Opt<number> | null = null;

  @OptionalIntColumn(-INT_MAX - 1, INT_MAX, 'For NUMBER: the maximum at that time.')
  max: Opt<number> | null = null;

  @IntColumn(1, INT_MAX, 'Its position among the answers of the inspection, from 1.')
  position!: number;

  @OptionalTextColumn(5000, 'For TEXT: the text.')
  text: Opt<string> | null = null;

  @OptionalColumn(() => Float, 'For NUMBER: the number.', { type: 'double' }, number(-INT_MAX - 1, INT_MAX))
  number: Opt<number> | null = null;

  @OptionalTextColumn(200, 'For CHOICE: the chosen option.')
  choice: Opt<string> | null = null;

  @OptionalBooleanColumn('For YES_NO: true for yes.')
  yesNo: Opt<boolean> | null = null;

  @TimeColumn('When the hive was inspected. All answers of an inspection have the same time.')
  answeredAt!: Date;

  @Field(() => String, {
    description: 'The answer as text, whatever its type: `Sí` or `No` for YES_NO, in any language.',
  })
  get asText(): Opt<string> {
    if (this.yesNo !== null) return this.yesNo ? 'Sí' : 'No';
    return String(this.text ?? this.choice ?? this.number ?? '');
  }

  @Legacy()
  @Field(() => FormType, { description: 'The type of the question, with CHOICE for YES_NO.' })
  get formType(): Opt<FormType> {
    return formOf(this).formType;
  }

  @OptionalIntColumn(-INT_MAX, INT_MAX, 'A rating of the answer, for clients that rate answers.')
  score: Opt<number> | null = null;

  @Legacy()
  @Field(() => Int, { description: 'The score, or 0 if there is none.' })
  get points(): Opt<number> {
    return this.score ?? 0;
  }
}
