// The copies: a table for each kind of record, whose columns are the fields that this client reads. Other clients read other fields.

/**
 * `columns` are selections: fields have another name here if their type differs between kinds, because GraphQL merges what has the same
 * name. `partOf` names the columns with the record that takes this one along when it is deleted. `derived` is a column of another table that
 * follows from these records: that one has no change of its own for it.
 */
export const TABLES = {
  apiaries: { kind: 'APIARY', type: 'Apiary', columns: ['name', 'location', 'viewerRole'], partOf: [] },
  questions: {
    kind: 'QUESTION',
    type: 'Question',
    columns: ['apiaryId', 'text', 'answerType', 'options', 'min', 'max', 'required', 'position', 'active'],
    partOf: ['apiaryId'],
  },
  beehives: {
    kind: 'BEEHIVE',
    type: 'Beehive',
    columns: [
      ...['apiaryId', 'beehiveNumber', 'foodFrames', 'broodFrames', 'healthStatus', 'observations'],
      ...['isTreated', 'lastInspectedAt', 'endedOn'],
    ],
    partOf: ['apiaryId'],
  },
  beehive_questions: {
    kind: 'BEEHIVE_QUESTION',
    type: 'BeehiveQuestion',
    columns: ['beehiveId: beehive { id }', 'questionId: question { id }', 'position', 'active'],
    partOf: ['beehiveId', 'questionId'],
  },
  inspections: {
    kind: 'INSPECTION',
    type: 'Inspection',
    columns: [
      ...['beehiveId: beehive { id }', 'occurredAt', 'inspectionStatus: status', 'notes', 'revision', 'current'],
      'answers { questionId questionText asText }',
    ],
    partOf: ['beehiveId'],
    derived: { parent: 'beehive', table: 'beehives', column: 'lastInspectedAt' },
  },
  inventory_items: {
    kind: 'INVENTORY_ITEM',
    type: 'InventoryItem',
    columns: ['apiaryId', 'itemName', 'unit', 'quantity', 'minimumStock'],
    partOf: ['apiaryId'],
  },
  stock_movements: {
    kind: 'STOCK_MOVEMENT',
    type: 'StockMovement',
    columns: ['itemId: item { id }', 'direction', 'amount', 'occurredAt', 'person'],
    partOf: ['itemId'],
    derived: { parent: 'item', table: 'inventory_items', column: 'quantity' },
  },
  treatments: {
    kind: 'TREATMENT',
    type: 'Treatment',
    columns: [
      ...['treatedHive: beehive { id }', 'treatedIn: apiaryId', 'productName', 'startedOn', 'endedOn'],
      ...['treatmentStatus: status', 'revision', 'current'],
    ],
    // It outlives its hive and its apiary: see `drop`.
    partOf: [],
  },
  treatment_follow_ups: {
    kind: 'TREATMENT_FOLLOW_UP',
    type: 'TreatmentFollowUp',
    columns: ['treatmentId: treatment { id }', 'reviewedOn', 'notes'],
    partOf: ['treatmentId'],
  },
  mite_counts: {
    kind: 'MITE_COUNT',
    type: 'MiteCount',
    columns: ['beehiveId: beehive { id }', 'countedOn', 'method', 'mites', 'bees', 'notes'],
    partOf: ['beehiveId'],
  },
  products: {
    kind: 'PRODUCT',
    type: 'Product',
    columns: ['usedIn: apiaryId', 'productKind: kind', 'productName: name', 'doseUnit', 'dose', 'withdrawalDays'],
    partOf: ['usedIn'],
  },
  feedings: {
    kind: 'FEEDING',
    type: 'Feeding',
    columns: ['beehiveId: beehive { id }', 'fedOn', 'feed: kind', 'fedGrams: grams', 'sugarGrams', 'notes'],
    partOf: ['beehiveId'],
  },
  measurements: {
    kind: 'MEASUREMENT',
    type: 'Measurement',
    columns: [
      'beehiveId: beehive { id }',
      'measured: kind',
      'measuredAt',
      'measuredValue: value',
      'measuredUnit: unit',
    ],
    partOf: ['beehiveId'],
  },
  queens: {
    kind: 'QUEEN',
    type: 'Queen',
    columns: ['placedIn: apiaryId', 'queenName: name', 'year', 'markingColor', 'motherId'],
    partOf: ['placedIn'],
  },
  queen_reigns: {
    kind: 'QUEEN_REIGN',
    type: 'QueenReign',
    columns: ['beehiveId: beehive { id }', 'reigning: queenId', 'reignBegan: startedOn', 'reignEnd: endedOn'],
    partOf: ['beehiveId'],
  },
  beehive_placements: {
    kind: 'BEEHIVE_PLACEMENT',
    type: 'BeehivePlacement',
    columns: ['beehiveId: beehive { id }', 'stoodIn: apiaryId', 'placedOn', 'leftOn'],
    partOf: ['beehiveId'],
  },
  colony_events: {
    kind: 'COLONY_EVENT',
    type: 'ColonyEvent',
    columns: ['beehiveId: beehive { id }', 'event: kind', 'occurredOn', 'otherBeehiveId', 'notes'],
    partOf: ['beehiveId'],
  },
  // They outlive their apiary: then they are sent without it, before it is deleted.
  harvests: {
    kind: 'HARVEST',
    type: 'Harvest',
    columns: [
      ...['harvestedIn: apiaryId', 'harvestedOn', 'harvestStatus: status', 'grams', 'destination'],
      'sources { beehiveId beehiveLabel frames grams }',
    ],
    partOf: ['harvestedIn'],
  },
  lots: {
    kind: 'LOT',
    type: 'Lot',
    columns: ['keptIn: apiaryId', 'code', 'grams', 'packedGrams', 'destination', 'contents { harvestId grams }'],
    partOf: ['keptIn'],
  },
  lot_packs: {
    kind: 'LOT_PACK',
    type: 'LotPack',
    columns: ['lotId: lot { id }', 'packedOn', 'jars', 'gramsPerJar', 'voidedAt'],
    partOf: ['lotId'],
    derived: { parent: 'lot', table: 'lots', column: 'packedGrams' },
  },
  tasks: {
    kind: 'TASK',
    type: 'Task',
    columns: [
      'toDoIn: apiary { id }',
      'title',
      'taskKind: kind',
      'taskStatus: status',
      'dueOn',
      'beehives { beehiveId label }',
    ],
    partOf: ['toDoIn'],
  },
};

/** The name of a column is the one that the response has: the word before a colon, or before the fields of an object. */
export const columnsOf = (table) => TABLES[table].columns.map((selection) => /^\w+/.exec(selection)[0]);

/** A later version of the service may send kinds that this one does not know. */
const tableOf = (kind) => Object.keys(TABLES).find((table) => TABLES[table].kind === kind);

export function createTables(db) {
  for (const table of Object.keys(TABLES)) {
    db.exec(`drop table if exists ${table}`);
    db.exec(`create table ${table} (id text primary key, version integer, ${columnsOf(table).join(', ')})`);
    for (const column of TABLES[table].partOf) db.exec(`create index ${table}_${column} on ${table} (${column})`);
  }
}

/** Stores or deletes what a page of changes says. */
export function apply(db, { kind, recordId: id, deleted, version, node }) {
  const table = tableOf(kind);
  if (!table) return;
  if (deleted) return drop(db, table, id);
  const columns = columnsOf(table);
  db.run(
    `insert or replace into ${table} (id, version, ${columns.join(', ')}) values (${Array(columns.length + 2).fill('?')})`,
    [id, version, ...columns.map((column) => toSqlite(node[column]))],
  );
  const { derived } = TABLES[table];
  const parent = derived && node[derived.parent];
  if (parent)
    db.run(`update ${derived.table} set ${derived.column} = ? where id = ?`, [
      toSqlite(parent[derived.column]),
      parent.id,
    ]);
  db.run(`delete from outbox where state = 'APPLIED' and seen is null and recordId = ?`, [id]);
}

/** Deletes a record with everything that belongs to it. The service names only the uppermost one. */
function drop(db, table, id) {
  db.run(`delete from ${table} where id = ?`, [id]);
  db.run(`delete from outbox where state = 'APPLIED' and recordId = ?`, [id]);
  for (const [below, { partOf }] of Object.entries(TABLES))
    for (const column of partOf)
      for (const child of db.all(`select id from ${below} where ${column} = ?`, [id])) drop(db, below, child.id);
  if (table === 'beehives') {
    const followUps =
      'select f.id from treatment_follow_ups f join treatments t on t.id = f.treatmentId where t.treatedHive = ?';
    for (const followUp of db.all(followUps, [id])) drop(db, 'treatment_follow_ups', followUp.id);
  }
  // A treatment goes when neither its hive nor its apiary is left.
  const treatments = `select id from treatments where ? in (treatedHive, treatedIn)
    and not exists (select 1 from beehives where id = treatedHive) and not exists (select 1 from apiaries where id = treatedIn)`;
  if (table === 'beehives' || table === 'apiaries')
    for (const treatment of db.all(treatments, [id])) drop(db, 'treatments', treatment.id);
}

function toSqlite(value) {
  if (typeof value === 'boolean') return Number(value);
  // Another record is its id.
  return value !== null && typeof value === 'object' ? (value.id ?? JSON.stringify(value)) : value;
}
