// Who kept the bees on the first day of a treatment.
import { Ctx, Field, FieldResolver, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { Keeper } from '../keepers/keeper.entity.js';
import type { FormerKeeper } from './former-keeper.types.js';
import { Treatment } from './treatment.entity.js';

@ObjectType({
  simpleResolvers: true,
  description: 'Who kept the bees on the first day of a treatment, as the register of treatments names them.',
})
export class TreatmentKeeper {
  @Field(() => String, { description: 'The name of the person or the company.' })
  legalName!: string;

  @Field(() => String, { nullable: true, description: 'The address.' })
  address!: string | null;

  @Field(() => String, { nullable: true, description: 'The number of the holding in the official register.' })
  registerNumber!: string | null;
}

/** SQL: what is frozen of a keeper of the table. */
const KEEPER = `jsonb_build_object('legalName', legal_name, 'address', address, 'registerNumber', register_number)`;

interface KeeperRow {
  parent: string;
  keeper: FormerKeeper;
}

@Resolver(() => Treatment)
export class TreatmentKeeperResolver {
  @FieldResolver(() => TreatmentKeeper, {
    nullable: true,
    description:
      'Who kept the bees on its first day: your keeper of that day, or that of the account from which its hive came, for the first day that was recorded then, also if you correct it. Null if none had been recorded, and for treatments of others.',
  })
  async keeper(@RootColumn(Treatment, 'id') id: string, @Ctx() context: Context): Promise<TreatmentKeeper | null> {
    const keepers = context.loaders.readModel<KeeperRow>(Treatment, ({ table, ownership, parents, bind, of }) => {
      const keeper = of(Keeper);
      const own = `select id, started_on, former_keeper from ${table} where id = any(${parents}) and owner_id = ${bind(context.viewer.id)} and ${ownership}`;
      const ofDay = `select ${KEEPER} from ${keeper.table} where ${keeper.ownership} and valid_from <= t.started_on order by valid_from desc limit 1`;
      return `select t.id as parent, coalesce(t.former_keeper, (${ofDay})) as keeper from (${own}) t`;
    });
    const keeper = (await keepers.load(id))[0]?.keeper;
    return keeper?.legalName == null ? null : { ...keeper, legalName: keeper.legalName };
  }
}
