/** How long a repeated request is recognized, and an ended session kept: an interval of PostgreSQL. */
export const RETENTION = '30 days';
/** How long the change log is kept. */
export const LOG_RETENTION = '2 years';
/** How long deliveries of webhooks are kept. */
export const DELIVERY_RETENTION = '7 days';
/** How old a position in it may be from which a client goes on. The rest is for clients that were reading when it ended. */
export const SYNC_RETENTION = '180 days';

/** The owner of records that outlive their account: the nil UUID of RFC 9562. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';
