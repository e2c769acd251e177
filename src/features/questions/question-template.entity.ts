import type { Opt } from '@mikro-orm/core';
import { Check, Entity, Enum, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { Bounded, getBounds, integer, line } from '../../graphql/bounds.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { AnswerType } from './answer-type.enums.js';
import { Question } from './question.entity.js';

export const TemplateCategory = defineEnum('TemplateCategory', 'The topic of a question of the bank.', {
  COLONY_HEALTH: 'Strength and temperament of the colony.',
  QUEEN_STATUS: 'The queen and her brood.',
  FOOD_STORES: 'Food stores and feeding.',
  PESTS_AND_DISEASE: 'Parasites, pests and diseases.',
  EQUIPMENT: 'The state of the hive itself.',
  PRODUCTION: 'Honey, and the space for it.',
});
export type TemplateCategory = EnumOf<typeof TemplateCategory>;

/** A question of the global bank, in both languages. Every account reads it; administrators add and retire questions. */
@Entity({ tableName: 'question_templates' })
@Check({ name: 'question_templates_bounds_check', expression: 'min <= max' })
export class QuestionTemplate extends BaseEntity {
  /** Never changes: questions created from the template refer to it. */
  @Bounded(line(1, 100))
  @Property({ type: 'text', unique: 'question_templates_key_unique' })
  key!: string;

  @Enum({ items: () => TemplateCategory })
  category!: TemplateCategory;

  @Bounded(getBounds(Question, 'text'))
  @Property({ type: 'text' })
  textEs!: string;

  @Bounded(getBounds(Question, 'text'))
  @Property({ type: 'text' })
  textEn!: string;

  /** The category of the questions that are created from it. */
  @Bounded(line(1, 100))
  @Property({ type: 'text' })
  groupEs!: string;

  @Bounded(line(1, 100))
  @Property({ type: 'text' })
  groupEn!: string;

  @Enum({ items: () => AnswerType })
  answerType!: AnswerType;

  @Property({ type: 'boolean', default: false })
  required: Opt<boolean> = false;

  @Bounded(getBounds(Question, 'options'))
  @Property({ type: TextArray, nullable: true })
  optionsEs: Opt<string[]> | null = null;

  @Bounded(getBounds(Question, 'options'))
  @Property({ type: TextArray, nullable: true })
  optionsEn: Opt<string[]> | null = null;

  @Bounded(getBounds(Question, 'min'))
  @Property({ type: 'integer', nullable: true })
  min: Opt<number> | null = null;

  @Bounded(getBounds(Question, 'max'))
  @Property({ type: 'integer', nullable: true })
  max: Opt<number> | null = null;

  /** From 1 to 10; higher values come first. */
  @Bounded(integer(1, 10))
  @Property({ type: 'integer' })
  importance!: number;

  /** Whether `loadDefaultQuestions` adds it to an apiary. */
  @Property({ type: 'boolean', default: false })
  isDefault: Opt<boolean> = false;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  retiredAt: Opt<Date> | null = null;
}
