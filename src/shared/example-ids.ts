// Ids of the demo data. The examples of the documentation use them, so that they run unchanged with the demo account.
const id = (n: number): string => `019e0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const EXAMPLE = {
  user: id(1),
  apiary: id(2),
  beehive: id(3),
  item: id(4),
  question: id(5),
  assignment: id(6),
  inspection: id(7),
  /** It has every required answer. */
  draft: id(8),
  otherDraft: id(9),
  treatment: id(15),
  followUp: id(16),
  /** It has been checked. */
  import: id(19),
  otherImport: id(20),
  canceledImport: id(21),
  /** It was run. */
  doneImport: id(22),
  /** It repeats. */
  task: id(23),
  product: id(24),
  feeding: id(25),
  measurement: id(27),
};

/** The code of a lot of honey. */
export const EXAMPLE_LOT = 'ENC-01';

/** An apiary and records in it that only the examples of deletions use: the other examples still run after them. */
export const DELETED_EXAMPLE = {
  apiary: id(10),
  beehive: id(11),
  item: id(12),
  question: id(13),
  draft: id(14),
  treatment: id(17),
  followUp: id(18),
  feeding: id(26),
};
