// What is searched of each type, and in which order its records are found.
import type { EntityClass } from '@mikro-orm/core';
import { ApiaryRole } from '../../access/apiary-role.js';
import type { PolicyViewer } from '../../access/policy.js';
import { sharedApiaries } from '../../access/shared-apiaries.js';
import { containsAnyCase, type Lookup, type Where } from '../../database/where.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { containsTextOrNumber } from '../beehives/beehives.queries.js';
import { LIVING } from '../beehives/living.commands.js';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection, SHOWN_INSPECTIONS } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { searchFor } from '../inventory/search-text.queries.js';
import { Queen } from '../queens/queen.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { SHOWN_TREATMENTS } from '../treatments/treatments.inputs.js';

/** In the order of the list. */
export const SearchType = defineEnum('SearchType', 'The types of records that `search` finds, and where it looks.', {
  APIARY: 'Apiaries: their name and location. By name.',
  BEEHIVE: 'Living hives: those with the text as their number, and those with it in their notes. By number.',
  INVENTORY_ITEM: 'Inventory items: their name and description, also ignoring accents. By name.',
  INSPECTION: 'Inspections: their notes. Newest first.',
  QUEEN: 'Queens: their name and race. By name.',
  LOT: 'Lots of honey: their code. By code.',
  TREATMENT: 'Treatments that were not voided: the name of the product. Newest first.',
});
export type SearchType = EnumOf<typeof SearchType>;
export const SEARCH_TYPES = Object.values(SearchType);

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

export const SEARCHED: Record<SearchType, Searched<{ id: string }>> = {
  [SearchType.APIARY]: searched<Apiary>({
    record: Apiary,
    where: (text) => ({ $or: [{ name: containsAnyCase(text) }, { location: containsAnyCase(text) }] }),
    name: 'name',
  }),
  [SearchType.BEEHIVE]: searched<Beehive>({
    record: Beehive,
    where: (text) => ({ ...LIVING, ...containsTextOrNumber(text) }),
    place: `coalesce(beehive_number, ${INT_MAX})`,
  }),
  [SearchType.INVENTORY_ITEM]: searched<InventoryItem>({
    record: InventoryItem,
    where: (text) => ({ searchText: searchFor(text) }) as Where<InventoryItem>,
    name: 'item_name',
  }),
  [SearchType.INSPECTION]: searched<Inspection>({
    record: Inspection,
    where: (text) => ({ current: true, status: SHOWN_INSPECTIONS, notes: containsAnyCase(text) }),
    place: daysBefore("(occurred_at at time zone 'UTC')::date"),
  }),
  [SearchType.QUEEN]: searched<Queen>({
    record: Queen,
    where: (text) => ({ $or: [{ name: containsAnyCase(text) }, { race: containsAnyCase(text) }] }),
    name: "coalesce(name, race, '')",
  }),
  [SearchType.LOT]: searched<Lot>({
    record: Lot,
    where: (text) => ({ code: containsAnyCase(text) }),
    name: 'code',
  }),
  [SearchType.TREATMENT]: searched<Treatment>({
    record: Treatment,
    where: (text, viewer) => ({
      current: true,
      status: SHOWN_TREATMENTS,
      productName: containsAnyCase(text),
      ...recordedNear(viewer),
    }),
    place: daysBefore('started_on'),
  }),
};

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
