/** A hive that loses so much within so many minutes has swarmed, unless it loses more: then somebody has taken a box. */
export const [SWARM_KG, MAX_SWARM_KG] = [1.5, 6];
export const SWARM_MINUTES = 30;
/** So long, a swarm that nobody has looked after is work. */
export const SWARM_DAYS = 7;

/** What a reading takes, with its index, its hour and its day; of a series, no more than what is kept as it is at one a minute. */
export const READING_BYTES = 160;
export const MAX_READINGS_PER_DAY = 24 * 60;
