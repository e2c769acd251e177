// What the living hives of an apiary do not share: their numbers and their names.
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { describeViolation } from '../../messages/constraints.js';
import type { MessageText } from '../../messages/message.js';
import { Beehive } from './beehive.entity.js';

/** Each with its constraint, and the SQL of what is compared. */
const UNIQUE = {
  beehiveNumber: { constraint: 'beehives_number_unique', compared: (row: string) => `${row}.beehive_number` },
  name: { constraint: 'beehives_name_unique', compared: (row: string) => `lower(${row}.name)` },
};
export type UniqueField = keyof typeof UNIQUE;

type Labelled = Pick<Row<Beehive>, 'apiaryId' | UniqueField>;
/** How the client of a list of hives is told of one whose number or name is taken. @param message that of one hive */
export type DescribeTaken = (at: number, field: UniqueField, message: MessageText) => FieldProblem;

/**
 * Refuses hives whose numbers or names others in their apiaries have, or those before them in the list.
 * @throws CONFLICT (BEEHIVE_NUMBER_TAKEN, BEEHIVE_NAME_TAKEN), naming all of them
 */
export async function requireUntaken(
  { access }: Context,
  beehives: readonly Labelled[],
  describe: DescribeTaken,
): Promise<void> {
  const taken = await access.query<Taken>(({ of, bind }) => {
    const { table, ownership } = of(Beehive, true);
    const columns = 'apiary_id, beehive_number, name';
    const rows = beehives.map((one, at) => [at, one.apiaryId, one.beehiveNumber, one.name]);
    const clashes = Object.entries(UNIQUE).map(
      ([field, { compared }]) => `select at, '${field}' as field from sent where exists (select from present
        where present.apiary_id = sent.apiary_id and ${compared('present')} = ${compared('sent')} and present.at < sent.at)`,
    );
    return `with sent as materialized (select (r ->> 0)::int as at, (r ->> 1)::uuid as apiary_id, (r ->> 2)::int as beehive_number, r ->> 3 as name
        from jsonb_array_elements(${bind(JSON.stringify(rows))}::jsonb) r),
      present as materialized (select -1 as at, ${columns} from ${table}
          where ${ownership} and ended_on is null and apiary_id in (select apiary_id from sent)
        union all select at, ${columns} from sent)
      select * from (${clashes.join(' union all ')}) taken order by at, field`;
  });
  if (taken.length > 0) throw takenError(taken, describe);
}

interface Taken {
  at: number;
  field: UniqueField;
}

/** Its message and its reason are those of the first one. */
function takenError(taken: Taken[], describe: DescribeTaken): AppError {
  const violations = taken.map(({ field }) => describeViolation(UNIQUE[field].constraint)!);
  const { message, details } = violations[0]!;
  const fields = taken.map(({ at, field }, i) => describe(at, field, violations[i]!.details.fields![0]!.message));
  return new AppError('CONFLICT', message, { ...details, fields });
}

/** Names the hive whose number or name a request took at the same moment. @param error of the statement that wrote the hives */
export function rejectTaken(error: unknown, beehives: readonly Labelled[], describe: DescribeTaken): never {
  const { constraint, detail = '' } = error as { constraint?: string; detail?: string };
  const fields = Object.keys(UNIQUE) as UniqueField[];
  const field = fields.find((one) => UNIQUE[one].constraint === constraint);
  // PostgreSQL says: `Key (apiary_id, lower(name))=(…, maple) already exists.`
  const [, apiaryId, value] = /\)=\(([^,]+), (.*)\)/.exec(detail) ?? [];
  const isTaken = (one: Labelled): boolean => one.apiaryId === apiaryId && String(one[field!]).toLowerCase() === value;
  const at = field ? beehives.findIndex(isTaken) : -1;
  throw at < 0 ? error : takenError([{ at, field: field! }], describe);
}
