import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { DateTime } from '../../shared/scalars.js';
import { AnswerType } from '../questions/answer-type.js';
import { Inspection } from './inspection.entity.js';

/**
 * What was answered, with a frozen copy of what was asked. Nothing here refers to the question as it is now: renaming, retyping,
 * moving or deleting it changes no answer.
 */
@ObjectType({ simpleResolvers: true, description: 'An answer, with the question as it was when it was answered.' })
@Entity({ tableName: 'answers' })
@Unique({ name: 'answers_question_unique', properties: ['inspection', 'questionId'] })
@Index({ name: 'answers_position_index', properties: ['inspection', 'position', 'id'] })
@Index({ name: 'answers_trend_index', properties: ['questionId'] })
export class Answer extends BaseEntity {
  @ManyToOne(() => Inspection, { ref: true, deleteRule: 'cascade', index: false })
  inspection!: Ref<Inspection>;

  @Field(() => ID, { description: 'The inspection that it belongs to.' })
  get inspectionId(): Opt<string> {
    return this.inspection.id;
  }

  @Field(() => ID, { description: 'The question that it answers; it may be gone.' })
  @Property({ type: 'uuid' })
  questionId!: string;

  @Field(() => String, { description: 'What was asked.' })
  @Property({ type: 'text' })
  questionText!: string;

  @Field(() => AnswerType, { description: 'What kind of answer was wanted.' })
  @Enum({ items: () => AnswerType })
  answerType!: AnswerType;

  @Field(() => String, { nullable: true, description: 'The group of the question.' })
  @Property({ type: 'text', nullable: true })
  category: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether an answer was required.' })
  @Property({ type: 'boolean' })
  required!: boolean;

  @Field(() => [String], { nullable: true, description: 'Of a CHOICE: what could be chosen.' })
  @Property({ type: 'text[]', nullable: true })
  options: Opt<string[]> | null = null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the least that was accepted.' })
  @Property({ type: 'integer', nullable: true })
  min: Opt<number> | null = null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the most that was accepted.' })
  @Property({ type: 'integer', nullable: true })
  max: Opt<number> | null = null;

  @Field(() => Int, { description: 'The place of the question among the answers.' })
  @Property({ type: 'integer' })
  position!: number;

  @Field(() => String, { nullable: true, description: 'Of a TEXT: what was written.' })
  @Property({ type: 'text', nullable: true })
  text: Opt<string> | null = null;

  @Field(() => Float, { nullable: true, description: 'Of a NUMBER: the number.' })
  @Property({ type: 'double', nullable: true })
  number: Opt<number> | null = null;

  @Field(() => String, { nullable: true, description: 'Of a CHOICE: what was chosen.' })
  @Property({ type: 'text', nullable: true })
  choice: Opt<string> | null = null;

  @Field(() => Boolean, { nullable: true, description: 'Of a YES_NO: whether it is so.' })
  @Property({ type: 'boolean', nullable: true })
  yesNo: Opt<boolean> | null = null;

  @Field(() => DateTime, { description: 'When the hive was inspected: the same for all answers of an inspection.' })
  @Property({ type: 'timestamptz', length: 3 })
  answeredAt!: Date;

  @Field(() => String, { description: 'The answer as text, whatever its kind.' })
  get asText(): Opt<string> {
    if (this.yesNo !== null) return this.yesNo ? 'Sí' : 'No';
    return String(this.text ?? this.choice ?? this.number ?? '');
  }

  @Field(() => Int, { nullable: true, description: 'How good that is, where the client rates answers.' })
  @Property({ type: 'integer', nullable: true })
  score: Opt<number> | null = null;

  @Field(() => Int, { description: 'The score, or 0 where there is none: for clients that need a number.' })
  get points(): Opt<number> {
    return this.score ?? 0;
  }
}
