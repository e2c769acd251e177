import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';

/** The active questions of an apiary apply to all its hives; a row of this table overrides that for one hive. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'An override, for one hive, of whether inspections include a question.',
})
@Entity({ tableName: 'beehive_questions' })
@Unique({ name: 'beehive_questions_unique', properties: ['beehive', 'question'] })
@Index({ name: 'beehive_questions_question_index', properties: ['question'] })
export class BeehiveQuestion extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Field(() => ID, { description: 'The id of the hive.' })
  get beehiveId(): Opt<string> {
    return this.beehive.id;
  }

  @ManyToOne(() => Question, { ref: true, deleteRule: 'cascade', index: false })
  question!: Ref<Question>;

  @Field(() => ID, { description: 'The id of the question.' })
  get questionId(): Opt<string> {
    return this.question.id;
  }

  @Field(() => Int, { description: 'Its position among the overrides of the hive.' })
  @Property({ type: 'integer', default: 0 })
  position: Opt<number> = 0;

  @Field(() => Boolean, { description: 'Whether inspections of this hive include the question.' })
  @Property({ type: 'boolean', default: true })
  active: Opt<boolean> = true;
}
