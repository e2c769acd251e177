import type { Adversary } from '../adversary.js';

/** Ids of records of the adversary's account. */
export interface Holdings {
  /** An apiary whose list of hives has nearly 16 MB, the limit of a response. */
  largeApiary: string;
  /** An apiary with 10,000 hives and 100 MB of text. */
  hugeApiary: string;
  /** Hives with 200 questions each. */
  questions: string[];
  beehives: string[];
  item: string;
}

export interface Attack {
  name: string;
  /** Without it, the adversary has no token. */
  needsAccount?: true;
  run: (adversary: Adversary, holdings: Holdings) => Promise<unknown>;
}
