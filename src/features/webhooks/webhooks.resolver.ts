import { Arg, Ctx, Field, ObjectType, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { DeleteMutation, PayloadMutation, RecordMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import * as commands from './webhooks.commands.js';
import { CreateWebhookInput, UpdateWebhookInput } from './webhooks.inputs.js';

@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
class WebhookWithSecret {
  @Field(() => Webhook, { description: 'The webhook.' })
  webhook!: Webhook;

  @Field(() => String, {
    description:
      'The secret with which deliveries are signed, `whsec_` and base64. It is returned only here, so store it where the receiver finds it.',
  })
  secret!: string;
}

@Resolver(() => Webhook)
export class WebhooksResolver {
  // Its response contains a secret, which is not stored under an Idempotency-Key.
  @CredentialAttempt()
  @PayloadMutation(WebhookWithSecret, 'webhook', {
    description: `Creates a webhook: from now on, changes of records that you see are posted to its URL (Standard Webhooks). An account has at most ${commands.MAX_WEBHOOKS} (TOO_MANY_WEBHOOKS).`,
  })
  createWebhook(
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
    @Ctx() context: Context,
  ): Promise<commands.WebhookWithSecret> {
    return commands.createWebhook(context, input);
  }

  @AllowOverQuota()
  @RecordMutation(Webhook, { description: 'Changes, pauses or enables a webhook. Its secret stays.' })
  updateWebhook(
    @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput,
    @Ctx() context: Context,
  ): Promise<Webhook> {
    return commands.updateWebhook(context, input);
  }

  @AllowOverQuota()
  @DeleteMutation({ description: 'Deletes a webhook with its deliveries: nothing more is sent. Returns its id.' })
  deleteWebhook(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return commands.deleteWebhook(context, id);
  }

  @AllowOverQuota()
  @CredentialAttempt()
  @PayloadMutation(WebhookWithSecret, 'webhook', {
    description: `Gives a webhook a new secret. For ${commands.ROTATION_HOURS} hours, deliveries are also signed with the secrets of before, at most ${commands.MAX_PREVIOUS_SECRETS} (TOO_MANY_ROTATIONS).`,
  })
  rotateWebhookSecret(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<commands.WebhookWithSecret> {
    return commands.rotateWebhookSecret(context, id);
  }

  @RecordMutation(WebhookDelivery, {
    description: `Sends an event of the type \`webhook.test\` to a webhook (WEBHOOK_DISABLED). At most ${commands.MAX_TEST_EVENTS} of them wait (TOO_MANY_TEST_EVENTS).`,
  })
  sendWebhookTestEvent(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<WebhookDelivery> {
    return commands.sendWebhookTestEvent(context, id);
  }

  @RecordMutation(WebhookDelivery, {
    description: 'Sends a delivery again, under the same id, whatever became of it before (WEBHOOK_DISABLED).',
  })
  redeliverWebhookEvent(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<WebhookDelivery> {
    return commands.redeliverWebhookEvent(context, id);
  }
}
