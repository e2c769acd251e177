import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import { AllowOverQuota, ManualTransaction } from '../../access/guard.js';
import type { Viewer } from '../../access/session-cache.js';
import { withRole } from '../../access/shared-apiaries.js';
import { requireAllApiaries } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { requireTimeZone } from '../../database/time-zones.js';
import type { Where } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { Legacy } from '../../graphql/legacy.js';
import { readOrder } from '../../graphql/order-by.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { DeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createApiary } from './apiaries.commands.js';
import {
  ApiariesArgs,
  type ApiaryFilter,
  CreateApiaryInput,
  OLDEST_FIRST,
  UpdateApiaryInput,
} from './apiaries.inputs.js';
import { Apiary } from './apiary.entity.js';
import { DEFAULT_KM, isNear } from './near.queries.js';
import { columnsOf } from './position.rules.js';
import { loadViewerRole } from './viewer-role.queries.js';

const ApiaryConnection = connectionOf(Apiary, 'Apiary');

@Resolver(() => Apiary)
export class ApiariesResolver {
  @Query(() => ApiaryConnection, { description: 'Your apiaries, and those that are shared with you.' })
  apiaries(
    @Args(() => ApiariesArgs) args: ApiariesArgs,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Page<Selected<Apiary>>> {
    return context.access.list(Apiary, {
      ...readPageArgs(args),
      where: conditionsOf(args.filter ?? {}, context.viewer),
      order: readOrder(args.orderBy, OLDEST_FIRST),
      fields,
    });
  }

  @Query(() => Apiary, { nullable: true, description: 'One of your apiaries, or one that is shared with you.' })
  apiary(
    @Arg('id', () => ID, { description: 'The id of the apiary.' }) id: string,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Selected<Apiary>> {
    return context.loaders.one(Apiary, id, fields);
  }

  @RecordMutation(Apiary, { description: 'Creates an apiary.' })
  async createApiary(
    @Arg('input', () => CreateApiaryInput) input: CreateApiaryInput,
    @Ctx() context: Context,
  ): Promise<Apiary | Row<Apiary>> {
    requireAllApiaries(context.viewer.token);
    if (input.timeZone != null) await requireTimeZone(context, input.timeZone, 'timeZone');
    return createOnce(context, Apiary, input, (id) => createApiary(context, id, input));
  }

  @RecordMutation(Apiary, { description: 'Updates an apiary.' })
  @ManualTransaction()
  async updateApiary(
    @Arg('input', () => UpdateApiaryInput) { id, position, ...input }: UpdateApiaryInput,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Selected<Apiary>> {
    if (input.timeZone !== undefined) await requireTimeZone(context, input.timeZone, 'timeZone');
    return context.access.update(Apiary, id, { ...input, ...columnsOf(position) }, fields);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description:
      'Deletes an apiary, with its hives, questions, inspections and inventory. Treatments, queens, harvests and lots stay with its owner. Returns its id, also if it has been deleted already.',
  })
  deleteApiary(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, Apiary, id, { expectedVersion });
  }

  @FieldResolver(() => ApiaryRole, { description: 'Your role in the apiary.' })
  viewerRole(@Root() apiary: Row<Apiary>, @Ctx() context: Context): Promise<ApiaryRole> {
    return loadViewerRole(context, apiary);
  }

  @Legacy()
  @FieldResolver(() => ID, {
    description:
      'Your id if `show_shared_apiaries` of the account is true, because the released mobile apps show only rows with it; otherwise that of its owner.',
  })
  userIdInApp(@RootColumn(Apiary, 'userId') ownerId: string, @Ctx() { viewer }: Context): string {
    return viewer.showSharedApiaries ? viewer.id : ownerId;
  }
}

/** Only the rows that the policy admits are searched, so these conditions need not repeat it. */
function conditionsOf({ role, includeShared, asInApp, near, withinKm }: ApiaryFilter, viewer: Viewer): Where<Apiary> {
  const { id, showSharedApiaries } = viewer;
  if (withinKm != null && !near)
    throw AppError.badInput([{ field: 'filter.withinKm', message: 'must be given together with the place' }]);
  const isOwner = { user: id };
  const includesShared = includeShared ?? (asInApp !== true || showSharedApiaries);
  const conditions: Where<Apiary>[] = includesShared ? [] : [isOwner];
  if (role === ApiaryRole.OWNER) conditions.push(isOwner);
  else if (role) conditions.push({ $lookup: withRole(id, role) });
  if (near) conditions.push({ $written: isNear(viewer, near, withinKm ?? DEFAULT_KM) });
  return conditions.length > 0 ? { $and: conditions } : {};
}
