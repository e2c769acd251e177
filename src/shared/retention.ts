/** How long a repeated request is recognized, and an ended session kept: an interval of PostgreSQL. */
export const RETENTION = '30 days';
/** How long the change log is kept. */
export const LOG_RETENTION = '2 years';

/** The owner of records that outlive their account: the nil UUID of RFC 9562. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';
