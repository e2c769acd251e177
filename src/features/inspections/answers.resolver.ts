import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { lastingId } from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { formOf } from '../questions/form-type.enums.js';
import { QuestionShape } from '../questions/question-shape.types.js';
import { Answer } from './answer.entity.js';
import { InspectionStatus } from './inspection.entity.js';
import { questionSnapshot } from './inspection-answers.commands.js';

@ObjectType({ simpleResolvers: true, description: 'A question at the time of its answer.' })
class AskedQuestion extends QuestionShape {
  @Field(() => ID, { description: lastingId('question') })
  questionId!: string;

  @Field(() => String, { description: 'The text of the question.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'The group of the question.' })
  category!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A question with its position in an inspection.' })
class AskedOfBeehive {
  @Field(() => ID, { description: lastingId('question') })
  questionId!: string;

  @Field(() => Int, { description: 'Its position among the answers.' })
  position!: number;

  @Field(() => AskedQuestion, { description: 'The question at the time of the answer.' })
  question!: AskedQuestion;
}

const MAX_ANSWERS = 5000;

@Resolver(() => Answer)
export class AnswersResolver {
  @Legacy()
  @Query(() => [Answer], {
    nullable: true,
    description: 'The answers of the completed inspections of a hive, newest inspection first: the latest 5,000.',
  })
  async beehiveAnswers(
    @Arg('beehiveId', () => ID, { description: 'The id of the hive.' }) beehiveId: string,
    @Ctx() { loaders }: Context,
  ): Promise<Row<Answer>[]> {
    const { id } = await loaders.one(Beehive, beehiveId, ['id']);
    const answers = loaders.readModel<Row<Answer> & { parent: string }>(
      Answer,
      ({ table, columns, ownership, parents, bind }) => `
        select page.*, hives.hive as parent from unnest(${parents}::uuid[]) hives(hive), lateral (
          select ${columns} from ${table} where ${ownership} and inspection_id in (
            select i.id from inspections i where i.beehive_id = hive and i.current and i.status = ${bind(InspectionStatus.COMPLETED)})
          order by answered_at desc, position, id limit ${bind(MAX_ANSWERS)}) page`,
    );
    return answers.load(id);
  }

  @Legacy()
  @FieldResolver(() => AskedOfBeehive, {
    description: 'The question at the time of the answer, with its position.',
  })
  asked(@Root() answer: Row<Answer>): AskedOfBeehive {
    const { id: questionId, ...asked } = questionSnapshot(answer);
    return { questionId, position: answer.position, question: { questionId, ...asked, ...formOf(asked) } };
  }
}
