import { InputType } from 'type-graphql';
import { DaysFilter } from '../../graphql/filter.js';
import { OptionalField } from '../../graphql/input-fields.js';
import { type Seen, SeenId } from '../../graphql/seen-ids.js';
import { OneOf } from '../../graphql/validators.js';
import { LOGGED_KINDS, listKinds, RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { seenPeople } from '../apiaries/people.queries.js';
import { Activity } from './activity.entity.js';

/** Who has left an apiary is known by what is logged of them. */
const seenActors: Seen = {
  record: seenPeople.record,
  write: (sql, ids, viewer) => {
    const { table, ownership } = sql.of(Activity);
    return `${seenPeople.write(sql, ids, viewer)}
      union select id from unnest(${ids}) id where exists (select from ${table} where ${ownership} and actor_id = id)`;
  },
};

@InputType({ description: 'Which changes are listed: by their day where the apiary is.' })
export class ActivityFilter extends DaysFilter {
  @SeenId(seenActors, 'Only what this account did: the `userId` of an `actor`.')
  actorId?: string | null;

  @OptionalField(
    () => [RecordKind],
    `Only changes of records of these kinds: ${listKinds(LOGGED_KINDS)}.`,
    OneOf(LOGGED_KINDS),
  )
  kinds?: RecordName[] | null;
}
