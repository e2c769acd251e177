import { Field, ID, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';

@ObjectType({ simpleResolvers: true, description: 'What the members of an apiary see of each other’s accounts.' })
export class Person {
  @Field(() => ID, { description: 'The id of the account.' })
  id!: string;

  @Field(() => String, { description: 'The display name.' })
  name!: string;
}

/** One statement for all people of a request. @returns null if the account has been deleted */
export const findPerson = ({ loaders }: Context, id: string): Promise<Person | null> =>
  loaders.publicById<Person>('select id, username as name from users where id = any($1)').load(id);
