import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { DateTime } from '../../shared/scalars.js';
import { AnswerType } from '../questions/answer-type.js';
import { FormType, formOf } from '../questions/form-type.js';
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
  @ManyToOne(() => Inspection, { ref: true, deleteRule: 'cascade', index: false })
  inspection!: Ref<Inspection>;

  @Field(() => ID, { description: 'The id of its inspection.' })
  get inspectionId(): Opt<string> {
    return this.inspection.id;
  }

  @Field(() => ID, { description: 'The id of the question, which may have been deleted.' })
  @Property({ type: 'uuid' })
  questionId!: string;

  @Field(() => String, { description: 'The text of the question at that time.' })
  @Property({ type: 'text' })
  questionText!: string;

  @Field(() => AnswerType, { description: 'The type of answer that the question expected.' })
  @Enum({ items: () => AnswerType })
  answerType!: AnswerType;

  @Field(() => String, { nullable: true, description: 'The group of the question.' })
  @Property({ type: 'text', nullable: true })
  category: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether an answer was required.' })
  @Property({ type: 'boolean' })
  required!: boolean;

  @Field(() => [String], { nullable: true, description: 'For CHOICE: the options at that time.' })
  @Property({ type: 'text[]', nullable: true })
  options: Opt<string[]> | null = null;

  @Field(() => Int, { nullable: true, description: 'For NUMBER: the minimum at that time.' })
  @Property({ type: 'integer', nullable: true })
  min: Opt<number> | null = null;

  @Field(() => Int, { nullable: true, description: 'For NUMBER: the maximum at that time.' })
  @Property({ type: 'integer', nullable: true })
  max: Opt<number> | null = null;

  @Field(() => Int, { description: 'Its position among the answers of the inspection, from 1.' })
  @Property({ type: 'integer' })
  position!: number;

  @Field(() => String, { nullable: true, description: 'For TEXT: the text.' })
  @Property({ type: 'text', nullable: true })
  text: Opt<string> | null = null;

  @Field(() => Float, { nullable: true, description: 'For NUMBER: the number.' })
  @Property({ type: 'double', nullable: true })
  number: Opt<number> | null = null;

  @Field(() => String, { nullable: true, description: 'For CHOICE: the chosen option.' })
  @Property({ type: 'text', nullable: true })
  choice: Opt<string> | null = null;

  @Field(() => Boolean, { nullable: true, description: 'For YES_NO: true for yes.' })
  @Property({ type: 'boolean', nullable: true })
  yesNo: Opt<boolean> | null = null;

  @Field(() => DateTime, {
    description: 'When the hive was inspected. All answers of an inspection have the same time.',
  })
  @Property({ type: 'timestamptz', length: 3 })
  answeredAt!: Date;

  @Field(() => String, { description: 'The answer as text, whatever its type: `Sí` or `No` for YES_NO.' })
  get asText(): Opt<string> {
    if (this.yesNo !== null) return this.yesNo ? 'Sí' : 'No';
    return String(this.text ?? this.choice ?? this.number ?? '');
  }

  @Field(() => FormType, { description: 'Exists for `/api/v1`: the type of the question, with CHOICE for YES_NO.' })
  get formType(): Opt<FormType> {
    return formOf(this).formType;
  }

  @Field(() => Int, { nullable: true, description: 'A rating of the answer, for clients that rate answers.' })
  @Property({ type: 'integer', nullable: true })
  score: Opt<number> | null = null;

  @Field(() => Int, { description: 'Exists for `/api/v1`: the score, or 0 if there is none.' })
  get points(): Opt<number> {
    return this.score ?? 0;
  }
}
