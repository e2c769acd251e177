import { Arg, Ctx, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { DeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { PushSubscription } from './push-subscription.entity.js';
import { addPushSubscription, removePushSubscription } from './push-subscriptions.commands.js';
import { AddPushSubscriptionInput } from './push-subscriptions.inputs.js';

@Resolver()
export class PushSubscriptionsResolver {
  @AllowOverQuota()
  @RecordMutation(PushSubscription, {
    description:
      'Registers a browser or an app for web push with the current session, and with the current account alone. The same `endpoint` again changes its keys.',
  })
  addPushSubscription(
    @Arg('input', () => AddPushSubscriptionInput) input: AddPushSubscriptionInput,
    @Ctx() context: Context,
  ): Promise<Row<PushSubscription>> {
    return addPushSubscription(context, input);
  }

  @AllowOverQuota()
  @DeleteMutation({ description: 'Sends no more messages to a browser or an app. Returns its id.' })
  removePushSubscription(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return removePushSubscription(context, id);
  }
}
