// What a beekeeper may record on a phone without a signal: for each mutation of a push, its input for records of which the phone has copies.
import { randomUUID } from 'node:crypto';
import type { StoredNode } from './phone.js';
import { below, pick, type Random, sample } from './random.js';

export interface Recorded {
  input: object;
  /** The ids that the phone chooses for new records. */
  creates?: string[];
  /** A change of one record: the version that the phone has seen. Each change contains the key, so that it differs from the record. */
  changes?: { id: string; version: number };
  stock?: { itemId: string; amount: number }[];
}

/** The copies of a phone. */
export class Copies {
  constructor(
    private readonly records: ReadonlyMap<string, StoredNode>,
    readonly random: Random,
    /** In the texts of the operation. */
    readonly key: string,
    /** What is not deleted: other programs write to it. */
    readonly kept: string,
  ) {}

  /** A random record of a kind. */
  a(kind: string, isMeant: (record: StoredNode) => boolean = () => true): StoredNode | undefined {
    return pick(this.random, this.all(kind, isMeant));
  }

  all(kind: string, isMeant: (record: StoredNode) => boolean = () => true): StoredNode[] {
    return [...this.records.values()].filter((record) => record.__typename === kind && isMeant(record));
  }

  /** An apiary, in which the phone records more than in another one that it only sees. */
  place(): StoredNode | undefined {
    const writes = ({ viewerRole }: StoredNode): boolean => !['VIEWER', 'INSPECTOR'].includes(viewerRole as string);
    return (below(this.random, 8) > 0 && this.a('Apiary', writes)) || this.a('Apiary');
  }

  hive(): StoredNode | undefined {
    const place = this.place();
    return (place && this.a('Beehive', ({ apiaryId }) => apiaryId === place.id)) ?? this.a('Beehive');
  }

  oneIn(n: number): boolean {
    return below(this.random, n) === 0;
  }
}

type Write = (copies: Copies) => Recorded | undefined;

/** Needs a record. */
const of =
  (find: (copies: Copies) => StoredNode | undefined, write: (record: StoredNode, copies: Copies) => Recorded): Write =>
  (copies) => {
    const record = find(copies);
    return record && write(record, copies);
  };
const any = (kind: string, isMeant?: (record: StoredNode) => boolean) => (copies: Copies) => copies.a(kind, isMeant);
const place = (copies: Copies): StoredNode | undefined => copies.place();
const hive = (copies: Copies): StoredNode | undefined => copies.hive();

const expectation = ({ version }: StoredNode): { expectedVersion: number } => ({ expectedVersion: version as number });
/** Changes a record from the version that the phone has seen. */
const change = (record: StoredNode, input: object): Recorded => ({
  input: { id: record.id, ...input, ...expectation(record) },
  changes: { id: record.id, version: record.version as number },
});
/** Deletes what the phone has seen, or whatever it is now. */
const deletion = (record: StoredNode, copies: Copies): Recorded => ({
  input: { id: record.id, ...(copies.oneIn(2) && expectation(record)) },
});
const creation = (input: object): Recorded => {
  const id = randomUUID();
  return { input: { newId: id, ...input }, creates: [id] };
};
const movement = (itemId: string, amount: number, input: object): Recorded => ({
  ...creation({ id: itemId, ...input }),
  stock: [{ itemId, amount }],
});

const isDraft = ({ inspected }: StoredNode): boolean => inspected === 'DRAFT';
const isCompleted = ({ inspected, current }: StoredNode): boolean => inspected === 'COMPLETED' && current === true;
const isOpen = ({ reignEnd }: StoredNode): boolean => reignEnd === null;
const isEnded = ({ endedOn }: StoredNode): boolean => endedOn !== null;
const isActive = ({ treated }: StoredNode): boolean => treated === 'ACTIVE';
const isHarvestDraft = ({ harvested }: StoredNode): boolean => harvested === 'DRAFT';
const isToDo = ({ progress }: StoredNode): boolean => progress === 'OPEN';
const isClosed = ({ harvested }: StoredNode): boolean => harvested === 'CLOSED';
const STOCK = 20;

export const OPERATIONS: Record<string, Write> = {
  createApiary: (copies) =>
    copies.all('Apiary').length === 0 || copies.oneIn(8) ? creation({ name: copies.key }) : undefined,
  updateApiary: of(place, (apiary, { key }) => change(apiary, { name: key })),
  deleteApiary: (copies) => {
    const apiary = copies.a('Apiary', ({ id }) => id !== copies.kept);
    return apiary && copies.oneIn(3) ? deletion(apiary, copies) : undefined;
  },
  createBeehive: of(place, ({ id }, { key }) => creation({ apiaryId: id, state: { observations: key } })),
  createBeehives: of(place, ({ id: apiaryId }, { key }) => {
    const inputs = [1, 2].map(() => ({ newId: randomUUID(), apiaryId, state: { observations: key } }));
    return { input: { beehives: inputs }, creates: inputs.map(({ newId }) => newId) };
  }),
  updateBeehive: of(hive, (record, copies) => {
    const to = copies.oneIn(2) ? copies.place() : undefined;
    return change(record, { state: { observations: copies.key }, ...(to && { apiaryId: to.id }) });
  }),
  deleteBeehive: of(hive, (record, copies) => deletion(record, copies)),
  splitBeehive: of(hive, ({ id }, { key }) => creation({ id, state: { observations: key } })),
  uniteBeehives: of(hive, ({ id }, copies) => ({
    input: { id, intoBeehiveId: copies.hive()!.id, notes: copies.key },
  })),
  recordLoss: of(hive, (record, copies) => ({
    input: {
      id: record.id,
      cause: 'UNKNOWN',
      notes: copies.key,
      ...(copies.oneIn(2) && expectation(record)),
    },
  })),
  correctBeehiveEnd: of(any('Beehive', isEnded), ({ id }, { key }) => ({ input: { id, notes: key } })),
  reviveBeehive: of(any('Beehive', isEnded), ({ id }) => ({ input: { id } })),
  moveBeehive: of(hive, ({ id }, copies) => ({
    input: { id, apiaryId: copies.place()?.id ?? randomUUID() },
  })),
  moveBeehives: of(hive, ({ id }, copies) => {
    const other = copies.hive()?.id ?? id;
    const ids = [...new Set([id, other])];
    return {
      input: { ids, apiaryId: copies.place()?.id ?? randomUUID(), vehiclePlate: copies.key.slice(0, 20) },
    };
  }),
  correctBeehivePlacement: of(any('BeehivePlacement'), ({ id, placedOn }) => ({ input: { id, placedOn } })),
  createQuestion: of(place, ({ id }, { key }) => creation({ apiaryId: id, text: `Seen ${key}?` })),
  updateQuestion: of(any('Question'), (question, { key }) => change(question, { text: `Heard ${key}?` })),
  deleteQuestion: of(any('Question'), deletion),
  reorderQuestions: of(place, ({ id }, copies) => {
    const questions = copies.all('Question', ({ apiaryId }) => apiaryId === id);
    return { input: { apiaryId: id, order: sample(copies.random, questions, questions.length).map((one) => one.id) } };
  }),
  loadDefaultQuestions: (copies) => {
    const apiary = copies.place();
    return apiary && copies.oneIn(10) ? { input: { apiaryId: apiary.id } } : undefined;
  },
  overrideQuestion: of(any('Question'), ({ id: questionId, apiaryId }, copies) => {
    const beehiveId = copies.a('Beehive', (one) => one.apiaryId === apiaryId)?.id ?? randomUUID();
    return { input: { beehiveId, questionId, active: copies.oneIn(2) } };
  }),
  deleteQuestionOverride: of(any('BeehiveQuestion'), deletion),
  recordInspection: of(hive, ({ id: beehiveId }, copies) =>
    creation({
      beehiveId,
      answers: [],
      notes: copies.key,
      draft: copies.oneIn(2),
      ...(copies.oneIn(3) && { state: { foodFrames: below(copies.random, 9) } }),
    }),
  ),
  recordAnswers: of(any('Question'), ({ id: questionId, apiaryId }, copies) => {
    const beehiveId = copies.a('Beehive', (one) => one.apiaryId === apiaryId)?.id ?? randomUUID();
    return creation({ beehiveId, answers: [{ questionId, spoken: '5' }] });
  }),
  recordVisit: of(hive, ({ apiaryId }, copies) => {
    const hives = copies.all('Beehive', (one) => one.apiaryId === apiaryId);
    const beehives = sample(copies.random, hives, 3).map(({ id }) => ({ newId: randomUUID(), beehiveId: id }));
    return { input: { answers: [], beehives, notes: copies.key }, creates: beehives.map(({ newId }) => newId) };
  }),
  updateInspectionDraft: of(any('Inspection', isDraft), (draft, { key }) => change(draft, { notes: key })),
  completeInspection: of(any('Inspection', isDraft), (draft, copies) => ({
    input: {
      id: draft.id,
      ...expectation(draft),
      ...(copies.oneIn(3) && { state: { foodFrames: below(copies.random, 9) } }),
    },
  })),
  discardInspectionDraft: of(any('Inspection', isDraft), deletion),
  amendInspection: of(any('Inspection', isCompleted), ({ id }, { key }) => ({
    input: { id, notes: key, reason: 'Forgotten' },
  })),
  voidInspection: of(any('Inspection', isCompleted), (inspection, { key }) => ({
    input: { id: inspection.id, reason: key, ...expectation(inspection) },
  })),
  moveInspection: of(any('Inspection', isCompleted), (inspection, copies) => ({
    input: {
      id: inspection.id,
      beehiveId: copies.hive()?.id ?? randomUUID(),
      reason: copies.key,
      ...expectation(inspection),
    },
  })),
  createInventoryItem: of(place, ({ id: apiaryId }, { key }) => {
    const created = creation({ apiaryId, itemName: key, unit: 'kg', quantity: STOCK });
    return { ...created, stock: [{ itemId: created.creates![0]!, amount: STOCK }] };
  }),
  updateInventoryItem: of(any('InventoryItem'), (item, { key }) => change(item, { itemName: key })),
  deleteInventoryItem: of(any('InventoryItem'), deletion),
  adjustStock: of(any('InventoryItem'), ({ id }, { random }) => {
    const amount = below(random, 9) - 4 || 5;
    return movement(id, amount, { amount });
  }),
  recordExit: of(any('InventoryItem'), ({ id }, { key }) => movement(id, -2, { quantity: 2, person: key })),
  recordStockMovement: of(any('InventoryItem'), ({ id }, copies) => {
    const isIn = copies.oneIn(2);
    return movement(id, isIn ? 3 : -3, { quantity: 3, direction: isIn ? 'IN' : 'OUT', notes: copies.key });
  }),
  reverseStockMovement: of(any('StockMovement'), ({ id, itemId, amount }) => ({
    ...creation({ id, reason: 'Counted again' }),
    stock: [{ itemId: itemId as string, amount: -(amount as number) }],
  })),
  recordTreatment: of(hive, ({ apiaryId }, copies) => {
    const hives = copies.all('Beehive', (one) => one.apiaryId === apiaryId);
    const beehiveIds = sample(copies.random, hives, 2).map(({ id }) => id);
    const ids = beehiveIds.map(() => randomUUID());
    const item = copies.oneIn(2) ? copies.a('InventoryItem', (one) => one.apiaryId === apiaryId) : undefined;
    const input = { newIds: ids, beehiveIds, kind: 'a', productName: copies.key, startedOn: '2026-05-01' };
    return {
      input: { ...input, ...(item && { stock: { itemId: item.id, quantityPerHive: 1 } }) },
      creates: ids,
      ...(item && { stock: [{ itemId: item.id, amount: -ids.length }] }),
    };
  }),
  endTreatment: of(any('Treatment', isActive), (treatment, { key }) => change(treatment, { finalResult: key })),
  correctTreatment: of(any('Treatment'), (treatment, { key }) =>
    change(treatment, { productName: key, reason: 'Typo' }),
  ),
  voidTreatment: of(any('Treatment', isActive), (treatment, { key }) => ({
    input: { id: treatment.id, reason: key, ...expectation(treatment) },
  })),
  recordTreatmentFollowUp: of(any('Treatment'), ({ id: treatmentId }, { key }) =>
    creation({ treatmentId, reviewedOn: '2026-05-20', notes: key }),
  ),
  updateTreatmentFollowUp: of(any('TreatmentFollowUp'), (followUp, { key }) => change(followUp, { notes: key })),
  deleteTreatmentFollowUp: of(any('TreatmentFollowUp'), deletion),
  recordMiteCount: of(hive, ({ id: beehiveId }, { key }) =>
    creation({ beehiveId, method: 'SUGAR_ROLL', bees: 300, mites: 3, notes: key }),
  ),
  deleteMiteCount: of(any('MiteCount'), deletion),
  createProduct: of(place, ({ id: apiaryId }, { key }) => creation({ apiaryId, bankKey: 'syrup_2_1', name: key })),
  updateProduct: of(any('Product'), (product, { key }) => change(product, { notes: key })),
  deleteProduct: of(any('Product'), deletion),
  recordFeeding: of(hive, ({ apiaryId }, copies) => {
    const hives = copies.all('Beehive', (one) => one.apiaryId === apiaryId);
    const beehiveIds = sample(copies.random, hives, 2).map(({ id }) => id);
    const ids = beehiveIds.map(() => randomUUID());
    const item = copies.oneIn(2) ? copies.a('InventoryItem', (one) => one.apiaryId === apiaryId) : undefined;
    const product = copies.oneIn(2) ? copies.a('Product') : undefined;
    const feed = product ? { productId: product.id } : { kind: 'FONDANT' };
    return {
      input: {
        ...{ newIds: ids, beehiveIds, ...feed, amount: { sharedGrams: 1001 }, notes: copies.key },
        ...(item && { stock: { itemId: item.id, quantity: 1 } }),
      },
      creates: ids,
      ...(item && { stock: [{ itemId: item.id, amount: -1 }] }),
    };
  }),
  updateFeeding: of(any('Feeding'), (feeding, { key }) => change(feeding, { notes: key })),
  deleteFeeding: of(any('Feeding'), deletion),
  recordMeasurement: of(hive, ({ id: beehiveId }, { random, key }) =>
    creation({ beehiveId, kind: 'WEIGHT', value: 20 + below(random, 40), unit: 'KILOGRAMS', notes: key }),
  ),
  updateMeasurement: of(any('Measurement'), (measurement, { key }) => change(measurement, { notes: key })),
  deleteMeasurement: of(any('Measurement'), deletion),
  createQueen: of(place, ({ id: apiaryId }, copies) => {
    const mother = copies.a('Queen', ({ placedIn }) => placedIn === apiaryId);
    return creation({ apiaryId, name: copies.key, motherId: mother?.id });
  }),
  updateQueen: of(any('Queen'), (queen, { key }) => change(queen, { notes: key })),
  deleteQueen: of(any('Queen'), deletion),
  installQueen: (copies) => {
    const [queen, beehive] = [copies.a('Queen'), copies.hive()];
    const startedOn = `2026-05-${10 + below(copies.random, 20)}`;
    return queen && beehive && creation({ beehiveId: beehive.id, queenId: queen.id, startedOn });
  },
  endQueenReign: of(any('QueenReign', isOpen), (reign, { key }) => change(reign, { notes: key })),
  updateQueenReign: of(any('QueenReign'), (reign, { key }) => change(reign, { notes: key })),
  deleteQueenReign: of(any('QueenReign'), deletion),
  recordHarvest: of(hive, ({ id: beehiveId, apiaryId }, copies) => {
    const [draft, grams] = [copies.oneIn(3), 1 + below(copies.random, 900)];
    const input = { apiaryId, harvestedOn: '2026-04-20', sources: [{ beehiveId, frames: 1, grams }] };
    return creation({ ...input, draft, notes: copies.key });
  }),
  updateHarvestDraft: of(any('Harvest', isHarvestDraft), (draft, { key }) => change(draft, { notes: key })),
  closeHarvest: of(any('Harvest', isHarvestDraft), (draft) => ({ input: { id: draft.id, ...expectation(draft) } })),
  discardHarvestDraft: of(any('Harvest', isHarvestDraft), deletion),
  amendHarvest: of(any('Harvest', isClosed), (harvest, { key }) => change(harvest, { notes: key, reason: 'Typo' })),
  voidHarvest: of(any('Harvest', isClosed), (harvest, { key }) => ({
    input: { id: harvest.id, reason: key, ...expectation(harvest) },
  })),
  createLot: of(any('Harvest', isClosed), ({ id: harvestId, harvestedIn }, { key, random }) => {
    const apiaryId = harvestedIn ?? randomUUID();
    const harvests = [{ harvestId, grams: 1 + below(random, 300) }];
    return creation({ apiaryId, code: `L${randomUUID().toUpperCase()}`, harvests, notes: key });
  }),
  updateLot: of(any('Lot'), (lot, { key }) => change(lot, { notes: key })),
  deleteLot: of(any('Lot'), deletion),
  packLot: of(any('Lot'), ({ id }, { key }) => creation({ id, jars: 1, gramsPerJar: 20, notes: key })),
  createTask: of(hive, ({ id, apiaryId }, copies) =>
    creation({
      ...{ apiaryId, title: copies.key, kind: 'INSPECT', dueOn: '2026-05-01', beehiveIds: [id] },
      ...(copies.oneIn(3) && { repeat: { every: 1, unit: 'WEEK' } }),
    }),
  ),
  updateTask: of(any('Task', isToDo), (task, { key }) => change(task, { title: key })),
  completeTask: of(any('Task', isToDo), (task) => ({ input: { id: task.id, ...expectation(task) } })),
  skipTask: of(any('Task', isToDo), (task) => ({ input: { id: task.id, ...expectation(task) } })),
  cancelTask: of(any('Task', isToDo), (task) => ({ input: { id: task.id, ...expectation(task) } })),
  reopenTask: of(any('Task'), ({ id }) => ({ input: { id } })),
  deleteTask: of(any('Task'), deletion),
  voidLotPack: of(any('LotPack'), (pack, { key }) => ({ input: { id: pack.id, reason: key, ...expectation(pack) } })),
};
