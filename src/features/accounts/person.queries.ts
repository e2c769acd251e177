import { Field, ID, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Language } from '../../shared/language.js';
import { User } from './user.entity.js';

@ObjectType({
  simpleResolvers: true,
  description: 'A person who did something: what other accounts see of an account.',
})
export class Person {
  @Field(() => ID, { description: 'The id of the account.' })
  userId!: string;

  @Field(() => String, { description: 'The display name of the account; not unique.' })
  name!: string;
}

interface PersonRow extends Person {
  parent: string;
}

/**
 * Returns the person who did something; null if nobody is known, or the account has been deleted.
 * @param actorId comes from a row that the viewer may see, which is why the policy of accounts does not apply to the name
 */
export async function loadPerson(context: Context, actorId: string | null): Promise<Person | null> {
  if (actorId === null) return null;
  const people = context.loaders.readModel<PersonRow>(
    User,
    ({ table, parents }) =>
      `select id as parent, id as "userId", username as name from ${table} where id = any(${parents})`,
    { table: context.table(User), ownership: {} },
  );
  return (await people.load(actorId))[0] ?? null;
}

interface LanguageRow {
  parent: string;
  language: Language;
}

/**
 * Returns the language of an account.
 * @param ownerId of an apiary in which the viewer may write: the policy of accounts does not apply to the language either
 */
export async function loadLanguage(context: Context, ownerId: string): Promise<Language> {
  const { viewer, loaders } = context;
  if (ownerId === viewer.id) return viewer.language;
  const languages = loaders.readModel<LanguageRow>(
    User,
    ({ table, parents }) => `select id as parent, language from ${table} where id = any(${parents})`,
    { table: context.table(User), ownership: {} },
  );
  return (await languages.load(ownerId))[0]!.language;
}
