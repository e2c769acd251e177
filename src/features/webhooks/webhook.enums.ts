import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const WebhookStatus = defineEnum('WebhookStatus', 'Whether a webhook sends, and why not.', {
  ACTIVE: 'It sends.',
  PAUSED: 'You paused it.',
  UNREACHABLE: 'It was disabled, because nothing but failures came of its deliveries for three days.',
  GONE: 'It was disabled, because its receiver answered 410 Gone.',
  OVERLOADED: 'It was disabled, because too many of its deliveries waited.',
});
export type WebhookStatus = EnumOf<typeof WebhookStatus>;

export const WebhookDeliveryStatus = defineEnum('WebhookDeliveryStatus', 'What became of a delivery.', {
  WAITING: 'It has not been accepted yet, and is tried again.',
  DELIVERED: 'The receiver accepted it with a status from 200 to 299.',
  FAILED: 'It is not tried again: it failed for three days, or the webhook was paused or disabled.',
});
export type WebhookDeliveryStatus = EnumOf<typeof WebhookDeliveryStatus>;

export const WebhookDeliveryError = defineEnum(
  'WebhookDeliveryError',
  'Why the last attempt of a delivery has failed.',
  {
    STATUS: 'The receiver answered with another status than 200 to 299. Redirects are not followed.',
    TIMEOUT: 'The receiver did not answer within 10 seconds.',
    NAME_NOT_FOUND: 'The name of the host has no address.',
    ADDRESS_REFUSED: 'The URL leads to an address that is not one of the public internet.',
    CERTIFICATE_INVALID: 'The certificate of the receiver is not valid for the host, or nobody has signed it.',
    NOT_CONNECTED: 'There was no connection, or it ended before the answer.',
    SECRET_LOST: 'The service can no longer read the secret, so it cannot sign: rotate the secret.',
  },
);
export type WebhookDeliveryError = EnumOf<typeof WebhookDeliveryError>;
