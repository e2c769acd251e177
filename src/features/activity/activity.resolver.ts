import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RootColumn, RootColumns } from '../../graphql/columns.js';
import { InLanguage } from '../../graphql/in-language.js';
import type { Language } from '../../shared/language.js';
import { loadPerson, Person } from '../accounts/person.queries.js';
import { Activity } from './activity.entity.js';
import { titleOfChange } from './activity-title.texts.js';
import { FieldChange, toFieldChanges } from './field-changes.types.js';

@Resolver(() => Activity)
export class ActivityResolver {
  @FieldResolver(() => ID, { description: 'The number of the change: later changes have higher ones.' })
  key(@RootColumn(Activity, 'id') id: string): string {
    return id;
  }

  @FieldResolver(() => String, { description: 'A short sentence for people, such as “Deleted: Inspection”.' })
  title(
    @RootColumns(Activity, 'kind', 'action', 'label') change: Pick<Row<Activity>, 'kind' | 'action' | 'label'>,
    @InLanguage() language: Language | null,
    @Ctx() { viewer }: Context,
  ): string {
    return titleOfChange(change).in(language ?? viewer.language);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description:
      'Whose membership began, changed or ended, or the new owner; null for other changes, or if the account has been deleted.',
  })
  person(@Root() { subjectId, fields }: Row<Activity>, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, subjectId ?? (fields?.owner_id?.[1] as string | undefined) ?? null);
  }

  @FieldResolver(() => [FieldChange], {
    description:
      'The changed fields, if it was updated; the kind and amount of a stock movement; the role of a membership or invitation.',
  })
  changes(@Root() { kind, fields }: Row<Activity>, @Ctx() context: Context): FieldChange[] {
    return toFieldChanges(context, kind, fields);
  }
}
