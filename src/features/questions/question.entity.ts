import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { AnswerType } from './answer-type.js';

@ObjectType({
  simpleResolvers: true,
  description: 'A question that is asked when the hives of an apiary are inspected.',
})
@Entity({ tableName: 'questions' })
@Unique({ name: 'questions_position_unique', properties: ['apiary', 'position'], deferMode: 'deferred' })
@Check({ name: 'questions_bounds_check', expression: 'min <= max' })
@Check({ name: 'questions_position_check', expression: 'position > 0' })
export class Question extends BaseEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @Field(() => ID, { description: 'The apiary that asks it.' })
  get apiaryId(): Opt<string> {
    return this.apiary.id;
  }

  @Field(() => String, { description: 'What is asked.' })
  @Property({ type: 'text' })
  text!: string;

  @Field(() => AnswerType, { description: 'What kind of answer it wants.' })
  @Enum({ items: () => AnswerType })
  answerType!: AnswerType;

  @Field(() => String, { nullable: true, description: 'The group it belongs to, in words of your own.' })
  @Property({ type: 'text', nullable: true })
  category: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether an inspection is complete only with an answer to it.' })
  @Property({ type: 'boolean', default: false })
  required: Opt<boolean> = false;

  @Field(() => [String], {
    nullable: true,
    description: 'Of a CHOICE: what can be chosen; null while that is not known, when any text will do.',
  })
  @Property({ type: 'text[]', nullable: true })
  options: Opt<string[]> | null = null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the least that is accepted.' })
  @Property({ type: 'integer', nullable: true })
  min: Opt<number> | null = null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the most that is accepted.' })
  @Property({ type: 'integer', nullable: true })
  max: Opt<number> | null = null;

  /** From 1, without gaps: whatever changes it holds the apiary's lock. */
  @Field(() => Int, { description: 'Its place in the inspection, from 1.' })
  @Property({ type: 'integer' })
  position!: number;

  @Field(() => Boolean, { description: 'Whether it is being asked.' })
  @Property({ type: 'boolean', default: true })
  active: Opt<boolean> = true;

  /** Loading the bank again recognises it by this, or by its text. */
  @Field(() => String, { nullable: true, description: 'The key of the template that it was made from.' })
  @Property({ type: 'text', nullable: true })
  templateKey: Opt<string> | null = null;
}
