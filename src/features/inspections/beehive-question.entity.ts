import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { BooleanColumn, IdOf, IntColumn } from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
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

  @Legacy()
  @IdOf('beehive', 'The id of the hive.')
  readonly beehiveId!: Opt<string>;

  @ManyToOne(() => Question, { ref: true, deleteRule: 'cascade', index: false })
  question!: Ref<Question>;

  @Legacy()
  @IdOf('question', 'The id of the question.')
  readonly questionId!: Opt<string>;

  @IntColumn(0, 10_000, 'Its position among the overrides of the hive.', { default: 0 })
  position: Opt<number> = 0;

  @BooleanColumn('Whether inspections of this hive include the question.', { default: true })
  active: Opt<boolean> = true;
}
