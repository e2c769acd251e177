import { Field, Int, ObjectType } from 'type-graphql';
import { Legacy } from '../../graphql/legacy.js';
import { AnswerType } from './answer-type.enums.js';
import { FormType } from './form-type.enums.js';

/** The fields that describe the expected answer, shared by the question bank and the snapshot in an answer. */
@ObjectType({ simpleResolvers: true })
export abstract class QuestionShape {
  @Field(() => AnswerType, { description: 'The type of answer that it expects.' })
  answerType!: AnswerType;

  @Field(() => Boolean, { description: 'Whether an answer is required.' })
  required!: boolean;

  @Field(() => [String], { nullable: true, description: 'For CHOICE: the options.' })
  options!: string[] | null;

  @Field(() => Int, { nullable: true, description: 'For NUMBER: the minimum.' })
  min!: number | null;

  @Field(() => Int, { nullable: true, description: 'For NUMBER: the maximum.' })
  max!: number | null;

  @Legacy()
  @Field(() => FormType, { description: 'The type, with CHOICE for YES_NO.' })
  formType!: FormType;

  @Legacy()
  @Field(() => [String], { nullable: true, description: 'The options, with two for YES_NO.' })
  formOptions!: string[] | null;
}
