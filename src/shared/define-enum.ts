import { registerEnumType } from 'type-graphql';

/** A description. A value that differs from its name precedes it: GraphQL has the name, the database and REST have the value. */
type Member = string | readonly [value: string | number, description: string];

type Enum<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends readonly [infer Value, string] ? Value : Name;
};

/** The union of the values of an enum: `export type Role = EnumOf<typeof Role>`. */
export type EnumOf<E> = E[keyof E];

/** Creates an enum and registers it in the schema, with a description of each value. */
export function defineEnum<const Members extends Record<string, Member>>(
  name: string,
  description: string,
  members: Members,
): Enum<Members> {
  const entries = Object.entries<Member>(members).map(([key, member]) => {
    const [value, text] = typeof member === 'string' ? [key, member] : member;
    return { key, value, text };
  });
  const values = Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  const valuesConfig = Object.fromEntries(entries.map(({ key, text }) => [key, { description: text }]));
  registerEnumType(values, { name, description, valuesConfig });
  return values as Enum<Members>;
}
