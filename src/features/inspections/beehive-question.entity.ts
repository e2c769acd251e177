import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';

/** Every active question of an apiary is asked of all its hives; this says otherwise for a single hive. */
@ObjectType({ simpleResolvers: true, description: 'Whether, and where, a question is asked of a single hive.' })
@Entity({ tableName: 'beehive_questions' })
@Unique({ name: 'beehive_questions_unique', properties: ['beehive', 'question'] })
@Index({ name: 'beehive_questions_question_index', properties: ['question'] })
export class BeehiveQuestion extends BaseEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Field(() => ID, { description: 'The hive.' })
  get beehiveId(): Opt<string> {
    return this.beehive.id;
  }

  @ManyToOne(() => Question, { ref: true, deleteRule: 'cascade', index: false })
  question!: Ref<Question>;

  @Field(() => ID, { description: 'The question.' })
  get questionId(): Opt<string> {
    return this.question.id;
  }

  @Field(() => Int, { description: 'Its place among those that are assigned to the hive.' })
  @Property({ type: 'integer', default: 0 })
  position: Opt<number> = 0;

  @Field(() => Boolean, { description: 'Whether it is asked of this hive, whatever the apiary does.' })
  @Property({ type: 'boolean', default: true })
  active: Opt<boolean> = true;
}
