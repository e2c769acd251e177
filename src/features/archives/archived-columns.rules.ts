// What of a record is restored from an archive, and how: by the metadata of its entity, and what is stated here of columns that refer to
// something without a foreign key, or follow from other records.
import type { Column, Table } from '../../database/where.js';
import type { RecordName } from '../../records/record.js';
import { records } from '../../records/records.js';

/** Without foreign keys. The entities of which it may be an id; none for an id that records share. */
const LINKS: Partial<Record<RecordName, Record<string, readonly RecordName[]>>> = {
  ColonyEvent: { otherBeehiveId: ['Beehive'] },
  Inspection: { visitId: [], seriesId: ['Inspection'] },
  Answer: { questionId: ['Question'] },
  Treatment: { treatedBeehiveId: ['Beehive'], courseId: [], seriesId: ['Treatment'] },
  HarvestSource: { harvestedBeehiveId: ['Beehive'] },
  HarvestRevision: { sources: ['Beehive'] },
  Task: {
    beehiveIds: ['Beehive'],
    itemIds: ['InventoryItem'],
    recordIds: ['Inspection', 'Treatment'],
    previousId: ['Task'],
  },
  WorklistMark: {
    recordId: [
      ...([
        'Beehive',
        'Inspection',
        'Treatment',
        'TreatmentFollowUp',
        'InventoryItem',
        'Queen',
        'Lot',
        'Task',
      ] as const),
      'Apiary',
    ],
  },
};
/** Triggers and the ledger derive them again, from these values on. */
const COUNTED: Partial<Record<RecordName, Record<string, number | null>>> = {
  Beehive: { lastInspectedAt: null },
  InventoryItem: { quantity: 0 },
  Harvest: { lotGrams: 0 },
  Lot: { packedGrams: 0 },
};
const DERIVED: Partial<Record<RecordName, readonly string[]>> = { RestrictedZone: ['rings'] };
/** What is only written when something happens to another record, and is logged. */
const PARTS = new Set<RecordName>(['BeehivePlacement', 'ColonyEvent', 'StockMovement', 'LotPack']);
const PEOPLE = new Set(['actorId', 'assigneeId', 'closedById']);

export interface ArchivedColumn {
  /** Its name in the archive. */
  name: string;
  column: Column;
  /** What a foreign key leads to; undefined for other columns. */
  target: RecordName | undefined;
  links: readonly RecordName[] | undefined;
  isPerson: boolean;
  counted: number | null | undefined;
}

export interface ArchivedRecord {
  entity: RecordName;
  table: Table;
  columns: ArchivedColumn[];
  /** In no archive, because they follow from others. */
  derived: Column[];
  /** The column of the record together with which it is written. */
  partOf: ArchivedColumn | undefined;
  /** The column of the id that its revisions share. */
  series: ArchivedColumn | undefined;
}

const described = new WeakMap<Table, ArchivedRecord>();

export function describeRecord(entity: RecordName, table: Table): ArchivedRecord {
  const known = described.get(table);
  if (known) return known;
  const { exportColumns = {}, tracked } = records[entity] as {
    exportColumns?: Record<string, string>;
    tracked?: object;
  };
  const columns = [...table.columns.values()].flatMap((column): ArchivedColumn[] => {
    const { property, rowName, selectItem } = column;
    const target = column.target?.().meta.className as RecordName | undefined;
    // The owner is always the account, and the versions begin again, as the log does; what is generated or hidden follows from the rest.
    if (!selectItem || property.generated || target === 'User' || ['ownerId', 'version'].includes(property.name))
      return [];
    return [
      {
        name: exportColumns[rowName] ?? rowName,
        column,
        target,
        links: LINKS[entity]?.[property.name],
        isPerson: PEOPLE.has(property.name),
        counted: COUNTED[entity]?.[property.name],
      },
    ];
  });
  const isPart = (tracked === undefined && entity !== 'Treatment') || PARTS.has(entity);
  const partOf = isPart ? columns.find(({ target, column }) => target && !column.property.nullable) : undefined;
  const series = columns.find(({ column }) => column.property.name === 'seriesId');
  const derived = (DERIVED[entity] ?? []).map((name) => table.column(name));
  const record = { entity, table, columns, derived, partOf, series };
  described.set(table, record);
  return record;
}
