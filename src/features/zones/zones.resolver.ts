import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import { mayRead } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import type { Where } from '../../database/where.js';
import { Columns, MemberColumns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { DeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { RestrictedZone } from './restricted-zone.entity.js';
import { type Area, GeoJSONArea } from './zone-area.rules.js';
import * as commands from './zones.commands.js';
import { CreateRestrictedZoneInput, RestrictedZonesArgs, UpdateRestrictedZoneInput } from './zones.inputs.js';
import { loadZoneIds, MAX_SHOWN } from './zones-of-apiaries.queries.js';

const RestrictedZoneConnection = connectionOf(RestrictedZone, 'RestrictedZone');

@Resolver(() => RestrictedZone)
export class RestrictedZonesResolver {
  @Query(() => RestrictedZoneConnection, {
    nullable: true,
    description: 'Your restricted zones and those for all, the newest first.',
  })
  async restrictedZones(
    @Args(() => RestrictedZonesArgs) args: RestrictedZonesArgs,
    @Ctx() context: Context,
    @Columns(RestrictedZone) fields: Columns<RestrictedZone>,
  ): Promise<Page<Selected<RestrictedZone>>> {
    // A personal access token is refused before an apiary is looked for.
    context.scope(RestrictedZone);
    const where = await conditionsOf(context, args);
    return context.access.list(RestrictedZone, { ...readPageArgs(args), where, order: { createdAt: 'desc' }, fields });
  }

  @Query(() => RestrictedZone, { nullable: true, description: 'One of your restricted zones, or one for all.' })
  restrictedZone(
    @Arg('id', () => ID, { description: 'The id of the zone.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(RestrictedZone) fields: Columns<RestrictedZone>,
  ): Promise<Selected<RestrictedZone>> {
    return loaders.one(RestrictedZone, id, fields);
  }

  @RecordMutation(RestrictedZone, {
    description: `Creates a restricted zone: of your account, which has at most ${commands.MAX_OWN_ZONES} (TOO_MANY_ZONES), or for all, as an administrator.`,
  })
  createRestrictedZone(
    @Arg('input', () => CreateRestrictedZoneInput) input: CreateRestrictedZoneInput,
    @Ctx() context: Context,
  ): Promise<RestrictedZone | Row<RestrictedZone>> {
    return createOnce(context, RestrictedZone, input, (id) => commands.createZone(context, id, input));
  }

  @RecordMutation(RestrictedZone, {
    description: 'Updates a restricted zone. For a zone for all, the role ADMIN is required.',
  })
  updateRestrictedZone(
    @Arg('input', () => UpdateRestrictedZoneInput) input: UpdateRestrictedZoneInput,
    @Ctx() context: Context,
  ): Promise<RestrictedZone> {
    return commands.updateZone(context, input);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description:
      'Deletes a restricted zone that was created by mistake; one that was lifted gets a last day (`until`). For a zone for all, the role ADMIN is required. Returns its id, also if it has been deleted already.',
  })
  deleteRestrictedZone(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteZone(context, id, { expectedVersion });
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether it applies to all apiaries; otherwise it is yours, and applies to your own.',
  })
  isForAll(@RootColumn(RestrictedZone, 'userId') userId: string | null): boolean {
    return userId === null;
  }

  @FieldResolver(() => GeoJSONArea, { nullable: true, description: 'Its area; null of a circle.' })
  area(@RootColumn(RestrictedZone, 'area') area: Area | null): object | null {
    return area;
  }
}

/** @throws NOT_FOUND for the apiary */
async function conditionsOf(
  context: Context,
  { apiaryId, filter }: RestrictedZonesArgs,
): Promise<Where<RestrictedZone>> {
  const { activeOn, isForAll } = filter ?? {};
  const conditions: Where<RestrictedZone>[] = [];
  if (activeOn != null)
    conditions.push({ from: { $lte: activeOn } }, { $or: [{ until: null }, { until: { $gte: activeOn } }] });
  if (isForAll != null) conditions.push({ user: isForAll ? null : context.viewer.id });
  if (apiaryId != null) {
    const id = await context.loaders.idOf(Apiary, apiaryId, 'apiaryId');
    conditions.push({ id: await loadZoneIds(context, id, null) });
  }
  return conditions.length > 0 ? { $and: conditions } : {};
}

/** A field of Apiary; apiaries/ does not import zones/. */
@Resolver(() => Apiary)
export class ApiaryZonesResolver {
  @FieldResolver(() => [RestrictedZone], {
    description: `The restricted zones in force in which it lies, of those that you read: zones for all and, of your own apiaries, yours; for a personal access token, none. The earliest first, at most ${MAX_SHOWN}.`,
  })
  async zonesInForce(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Arg('on', () => LocalDate, {
      nullable: true,
      description: 'The day on which they are in force. If omitted, today where the apiary is.',
    })
    on: string | null,
    @Ctx() context: Context,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<Selected<RestrictedZone>[]> {
    if (!mayRead(RestrictedZone.name, context.viewer)) return [];
    const ids = await loadZoneIds(context, apiaryId, on ?? undefined);
    const zones = context.loaders.byId(RestrictedZone, columnsOf(RestrictedZone));
    return (await Promise.all(ids.map((id) => zones.load(id)))).filter((zone) => zone !== null);
  }
}
