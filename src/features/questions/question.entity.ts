import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { AnswerType } from './answer-type.js';
import { FormType, formOf } from './form-type.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A question of the inspections of an apiary.' })
@Entity({ tableName: 'questions' })
@Unique({ name: 'questions_position_unique', properties: ['apiary', 'position'], deferMode: 'deferred' })
@Check({ name: 'questions_bounds_check', expression: 'min <= max' })
@Check({ name: 'questions_position_check', expression: 'position > 0' })
export class Question extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @Field(() => ID, { description: 'The id of its apiary.' })
  get apiaryId(): Opt<string> {
    return this.apiary.id;
  }

  @Field(() => String, { description: 'The text of the question.' })
  @Property({ type: 'text' })
  text!: string;

  @Field(() => AnswerType, { description: 'The type of answer that it expects.' })
  @Enum({ items: () => AnswerType })
  answerType!: AnswerType;

  @Field(() => String, { nullable: true, description: 'Its group, in free text.' })
  @Property({ type: 'text', nullable: true })
  category: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether an inspection cannot be completed without an answer to it.' })
  @Property({ type: 'boolean', default: false })
  required: Opt<boolean> = false;

  @Field(() => [String], {
    nullable: true,
    description: 'For CHOICE: the options. While they are null, any text is accepted.',
  })
  @Property({ type: 'text[]', nullable: true })
  options: Opt<string[]> | null = null;

  @Field(() => Int, { nullable: true, description: 'For NUMBER: the minimum.' })
  @Property({ type: 'integer', nullable: true })
  min: Opt<number> | null = null;

  @Field(() => Int, { nullable: true, description: 'For NUMBER: the maximum.' })
  @Property({ type: 'integer', nullable: true })
  max: Opt<number> | null = null;

  @Field(() => FormType, { description: 'Exists for `/api/v1`: the type, with CHOICE for YES_NO.' })
  get formType(): Opt<FormType> {
    return formOf(this).formType;
  }

  @Field(() => [String], { nullable: true, description: 'Exists for `/api/v1`: the options, with two for YES_NO.' })
  get formOptions(): Opt<string[]> | null {
    return formOf(this).formOptions;
  }

  /** From 1, without gaps: every change of a position holds the lock of the apiary. */
  @Field(() => Int, { description: 'Its position among the questions of the apiary, from 1.' })
  @Property({ type: 'integer' })
  position!: number;

  @Field(() => Boolean, { description: 'Whether inspections include it.' })
  @Property({ type: 'boolean', default: true })
  active: Opt<boolean> = true;

  /** `loadDefaultQuestions` recognises a question that it has added by this key, or by the text. */
  @Field(() => String, { nullable: true, description: 'The key of the template from which it was created.' })
  @Property({ type: 'text', nullable: true })
  templateKey: Opt<string> | null = null;
}
