// What is searched of each type, and in which order its records are found.
import type { EntityClass } from '@mikro-orm/core';
import { ApiaryRole } from '../../access/apiary-role.js';
import type { PolicyViewer } from '../../access/policy.js';
import { sharedApiaries } from '../../access/shared-apiaries.js';
import { containsAnyCase, type Lookup, type Where } from '../../database/where.js';
import { RecordKind } from '../../records/kinds.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { containsText } from '../beehives/beehives.queries.js';
import { LIVING } from '../beehives/living.commands.js';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection, SHOWN_INSPECTIONS } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { searchFor } from '../inventory/search-text.queries.js';
import { Queen } from '../queens/queen.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { SHOWN_TREATMENTS } from '../treatments/treatment-filters.inputs.js';

interface Searched<T> {
  record: EntityClass<T>;
  where: (text: string, viewer: PolicyViewer) => Where<T>;
  /** The SQL of a whole number by which the records are ordered. */
  place?: string;
  /** The SQL of a text by which records of the same place are ordered. */
  name?: string;
}
const searched = <T extends { id: string }>(of: Searched<T>): Searched<{ id: string }> =>
  of as object as Searched<{ id: string }>;

/** Newest first. */
const daysBefore = (day: string): string => `date '9999-12-31' - ${day}`;

/** In the order of the list. */
export const SEARCHED = [
  searched<Apiary>({
    record: Apiary,
    where: (text) => ({ $or: [{ name: containsAnyCase(text) }, { location: containsAnyCase(text) }] }),
    name: 'name',
  }),
  searched<Beehive>({
    record: Beehive,
    where: (text) => ({ ...LIVING, ...containsText(text) }),
    place: `coalesce(beehive_number, ${INT_MAX})`,
    name: 'label',
  }),
  searched<InventoryItem>({
    record: InventoryItem,
    where: (text) => ({ searchText: searchFor(text) }) as Where<InventoryItem>,
    name: 'item_name',
  }),
  searched<Inspection>({
    record: Inspection,
    where: (text) => ({ current: true, status: SHOWN_INSPECTIONS, notes: containsAnyCase(text) }),
    place: daysBefore("(occurred_at at time zone 'UTC')::date"),
  }),
  searched<Queen>({
    record: Queen,
    where: (text) => ({ $or: [{ name: containsAnyCase(text) }, { race: containsAnyCase(text) }] }),
    name: "coalesce(name, race, '')",
  }),
  searched<Lot>({
    record: Lot,
    where: (text) => ({ code: containsAnyCase(text) }),
    name: 'code',
  }),
  searched<Treatment>({
    record: Treatment,
    where: (text, viewer) => ({
      current: true,
      status: SHOWN_TREATMENTS,
      productName: containsAnyCase(text),
      ...recordedNear(viewer),
    }),
    place: daysBefore('started_on'),
  }),
];

export const SEARCHED_KINDS = Object.fromEntries(
  Object.entries(RecordKind).filter(([, kind]) => SEARCHED.some(({ record }) => record.name === kind)),
);

/** A member sees treatments through either of two paths, which have no index: these conditions have, and all of them satisfy one. */
function recordedNear({ id, isMember }: PolicyViewer): Where<Treatment> {
  if (!isMember) return {};
  const shared = sharedApiaries(id, ApiaryRole.VIEWER);
  const hives: Lookup['among'] = (bind) => `select id from beehives where apiary_id in (${shared(bind)})`;
  return {
    $or: [
      { ownerId: id },
      { $lookup: { path: ['apiary'], among: shared } },
      { $lookup: { path: ['beehive'], among: hives } },
    ],
  };
}
