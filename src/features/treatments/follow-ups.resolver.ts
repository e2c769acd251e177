import { Arg, Ctx, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row, Selected } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { Columns } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { RecordTreatmentFollowUpInput, UpdateTreatmentFollowUpInput } from './follow-ups.inputs.js';
import { lockTreatment } from './lock-treatment.commands.js';
import { TreatmentFollowUp } from './treatment-follow-up.entity.js';

/** @throws NOT_FOUND; CONFLICT (TREATMENT_VOIDED): with the treatment, its follow-ups are kept as they were */
async function lockTreatmentOf(context: Context, id: string, change: 'update' | 'delete'): Promise<void> {
  const role = roleTo(change, TreatmentFollowUp);
  const { treatmentId } = await context.access.one(TreatmentFollowUp, id, ['treatmentId'], role);
  await lockTreatment(context, treatmentId);
}

/** They are listed whole with their treatment. */
export const MAX_FOLLOW_UPS = 100;

async function createFollowUp(
  context: Context,
  id: string,
  input: RecordTreatmentFollowUpInput,
): Promise<TreatmentFollowUp> {
  const { newId: _, treatmentId, ...fields } = input;
  const treatment = await lockTreatment(context, treatmentId);
  if ((await context.access.count(TreatmentFollowUp, { treatment: treatment.id })) >= MAX_FOLLOW_UPS) {
    const message = createMessage('A treatment can have at most {max} follow-ups', { max: MAX_FOLLOW_UPS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_FOLLOW_UPS' });
  }
  const { ownerId } = treatment;
  return context.em.create(TreatmentFollowUp, { ...fields, id, treatment, ownerId, actorId: context.viewer.id });
}

@Resolver(() => TreatmentFollowUp)
export class FollowUpsResolver {
  @RecordMutation(TreatmentFollowUp, { description: 'Records a review of a treatment; at most 100 of each.' })
  recordTreatmentFollowUp(
    @Arg('input', () => RecordTreatmentFollowUpInput) input: RecordTreatmentFollowUpInput,
    @Ctx() context: Context,
  ): Promise<TreatmentFollowUp | Row<TreatmentFollowUp>> {
    return createOnce(context, TreatmentFollowUp, input, (id) => createFollowUp(context, id, input));
  }

  @RecordMutation(TreatmentFollowUp, { description: 'Updates a follow-up of a treatment that was not voided.' })
  async updateTreatmentFollowUp(
    @Arg('input', () => UpdateTreatmentFollowUpInput) { id, ...input }: UpdateTreatmentFollowUpInput,
    @Ctx() context: Context,
    @Columns(TreatmentFollowUp) fields: Columns<TreatmentFollowUp>,
  ): Promise<Selected<TreatmentFollowUp>> {
    await lockTreatmentOf(context, id, 'update');
    return context.access.update(TreatmentFollowUp, id, input, fields);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Deletes a follow-up of a treatment that was not voided. Returns its id, also if it has been deleted already.',
  })
  deleteTreatmentFollowUp(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, TreatmentFollowUp, id, { expectedVersion }, () => lockTreatmentOf(context, id, 'delete'));
  }
}
