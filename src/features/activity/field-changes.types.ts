import { Field, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { RecordName } from '../../records/record.js';
import type { ChangedColumns } from './activity.entity.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'The change of a field. The values are texts: numbers, booleans and lists as in JSON, a time in ISO 8601, at most 200 characters.',
})
export class FieldChange {
  @Field(() => String, { description: 'The name of the field in this schema, for example `beehiveNumber`.' })
  field!: string;

  @Field(() => String, { nullable: true, description: 'The old value; null if it had none.' })
  from!: string | null;

  @Field(() => String, { nullable: true, description: 'The new value; null if it has none.' })
  to!: string | null;
}

/** Returns changed columns of an entity under the names of their fields, in the order of the entity. */
export function toFieldChanges(context: Context, kind: RecordName, changed: ChangedColumns | null): FieldChange[] {
  if (!changed) return [];
  const changes = [...context.table(kind).columns.values()].flatMap(({ property, rowName }) => {
    const change = changed[property.fieldNames?.[0] ?? ''];
    return change ? [{ field: rowName, from: toText(change[0]), to: toText(change[1]) }] : [];
  });
  context.budget?.spend(changes);
  return changes;
}

const toText = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value);
