// Ids of the demo data. The examples of the documentation use them, so that they run unchanged with the demo account.
const id = (n: number): string => `019e0000-0000-7000-8000-00000000000${n}`;

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
};
