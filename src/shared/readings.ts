/** So long (as keep_readings.sql says), readings are kept as they are: older ones would be summarized twice if they were sent twice. */
export const RAW_DAYS = 90;
/** So long, they are kept by hours; days are kept for ever. */
export const HOURS_DAYS = 730;
/** Creates the partitions of the next weeks, and drops those that are too old. */
export const KEEP_READINGS = 'select keep_readings()';

/** A hive that loses so much within so many minutes has swarmed, unless it loses more: then somebody has taken a box. */
export const [SWARM_KG, MAX_SWARM_KG] = [1.5, 6];
export const SWARM_MINUTES = 30;
/** So long, a swarm that nobody has looked after is work. */
export const SWARM_DAYS = 7;

/** What a reading takes, with its index, its hour and its day; of a series, no more than what is kept as it is at one a minute. */
export const READING_BYTES = 160;
export const MAX_COUNTED_READINGS = RAW_DAYS * 24 * 60;
