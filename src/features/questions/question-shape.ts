import { Field, Int, ObjectType } from 'type-graphql';
import { AnswerType } from './answer-type.js';

/** What a question wants, wherever it stands: in the bank, or in an answer. */
@ObjectType({ simpleResolvers: true })
export abstract class QuestionShape {
  @Field(() => AnswerType, { description: 'What kind of answer it wants.' })
  answerType!: AnswerType;

  @Field(() => Boolean, { description: 'Whether it must be answered.' })
  required!: boolean;

  @Field(() => [String], { nullable: true, description: 'Of a CHOICE: what can be chosen.' })
  options!: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the least that is accepted.' })
  min!: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the most that is accepted.' })
  max!: number | null;
}
