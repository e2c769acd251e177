// What one account has stored, according to the acknowledged writes.

export interface MovementModel {
  amount: number;
  person: string;
  balanceAfter: number;
}
export interface ItemModel {
  id: string;
  name: string;
  quantity: number;
  /** The oldest first. */
  movements: MovementModel[];
}
export interface BeehiveModel {
  id: string;
  number: number;
  observations: string;
  /** The notes of its inspections, the oldest first. */
  inspections: string[];
}
export interface ApiaryModel {
  id: string;
  name: string;
  beehives: Map<string, BeehiveModel>;
  items: Map<string, ItemModel>;
}

/** The whole content of an account: comparable with `toEqual`, because it is sorted. */
export interface Content {
  apiaries: { id: string; name: string }[];
  beehives: { id: string; apiaryId: string; number: number; observations: string; inspections: string[] }[];
  items: (ItemModel & { apiaryId: string })[];
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

export const sorted = ({ apiaries, beehives, items }: Content): Content => ({
  apiaries: apiaries.toSorted(byId),
  beehives: beehives.toSorted(byId).map((hive) => ({ ...hive, inspections: hive.inspections.toSorted() })),
  items: items.toSorted(byId),
});

export function expectedContent(apiaries: Iterable<ApiaryModel>): Content {
  const all = [...apiaries];
  return sorted({
    apiaries: all.map(({ id, name }) => ({ id, name })),
    beehives: all.flatMap(({ id: apiaryId, beehives }) =>
      [...beehives.values()].map((hive) => ({ ...hive, apiaryId })),
    ),
    items: all.flatMap(({ id: apiaryId, items }) => [...items.values()].map((item) => ({ ...item, apiaryId }))),
  });
}
