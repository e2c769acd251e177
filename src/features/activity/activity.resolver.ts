import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { loadPerson, Person } from '../accounts/person.js';
import { Activity } from './activity.entity.js';
import { FieldChange, toFieldChanges } from './field-changes.js';

@Resolver(() => Activity)
export class ActivityResolver {
  @FieldResolver(() => Person, {
    nullable: true,
    description:
      'Whom it concerns: the account whose membership began, changed or ended, or the new owner after a transfer. Null for other changes, or if the account has been deleted.',
  })
  person(@Root() { subjectId, fields }: Row<Activity>, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, subjectId ?? (fields?.owner_id?.[1] as string | undefined) ?? null);
  }

  @FieldResolver(() => [FieldChange], {
    description:
      'The changed fields, if it was updated; for a new stock movement its kind and amount, for a membership that began or ended and for a new invitation its role. Changes of the position of a question are not listed.',
  })
  changes(@Root() { kind, fields }: Row<Activity>, @Ctx() context: Context): FieldChange[] {
    return toFieldChanges(context, kind, fields);
  }
}
