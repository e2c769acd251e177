import { Args, ArgsType, Ctx, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Selected } from '../../database/row.js';
import { containsAnyCase, type Where } from '../../database/where.js';
import { Columns } from '../../graphql/columns.js';
import { DefaultedInt, RequiredText } from '../../graphql/input-fields.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { containsTextOrNumber } from '../beehives/beehives.conditions.js';
import { LIVING } from '../beehives/living.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { searchFor } from '../inventory/search-text.js';

const MAX_RESULTS = 50;
const DEFAULT_RESULTS = 10;

@ArgsType()
class SearchArgs {
  @RequiredText(200, 'The text to find, ignoring case.')
  text!: string;

  @DefaultedInt(1, MAX_RESULTS, DEFAULT_RESULTS, `The maximum number of records of each kind, 1–${MAX_RESULTS}.`)
  first?: number | null;
}

@ObjectType({ description: 'The records that contain a text, by kind.' })
class SearchResult {
  text!: string;
  first!: number;
}

/** Each kind is searched only if its field is selected. */
@Resolver(() => SearchResult)
export class SearchResolver {
  @Query(() => SearchResult, { description: 'Finds your apiaries, hives, inventory items and inspections by a text.' })
  search(@Args(() => SearchArgs) { text, first }: SearchArgs): SearchResult {
    return { text, first: first ?? DEFAULT_RESULTS };
  }

  @FieldResolver(() => [Apiary], { description: 'Apiaries whose name or location contains the text, by name.' })
  async apiaries(
    @Root() { text, first }: SearchResult,
    @Ctx() { access }: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Selected<Apiary>[]> {
    const where: Where<Apiary> = { $or: [{ name: containsAnyCase(text) }, { location: containsAnyCase(text) }] };
    return (await access.list(Apiary, { where, order: { name: 'asc' }, first, fields })).nodes;
  }

  @FieldResolver(() => [Beehive], {
    description: 'Living hives with this number, or whose notes contain the text, by number.',
  })
  async beehives(
    @Root() { text, first }: SearchResult,
    @Ctx() { access }: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Selected<Beehive>[]> {
    const where = { ...LIVING, ...containsTextOrNumber(text) };
    return (await access.list(Beehive, { where, order: { beehiveNumber: 'asc' }, first, fields })).nodes;
  }

  @FieldResolver(() => [InventoryItem], {
    description: 'Items whose name or description contains the text, also ignoring accents, by name.',
  })
  async inventoryItems(
    @Root() { text, first }: SearchResult,
    @Ctx() { access }: Context,
    @Columns(InventoryItem) fields: Columns<InventoryItem>,
  ): Promise<Selected<InventoryItem>[]> {
    const where = { searchText: searchFor(text) } as Where<InventoryItem>;
    return (await access.list(InventoryItem, { where, order: { itemName: 'asc' }, first, fields })).nodes;
  }

  @FieldResolver(() => [Inspection], { description: 'Inspections whose notes contain the text, newest first.' })
  async inspections(
    @Root() { text, first }: SearchResult,
    @Ctx() { access }: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Selected<Inspection>[]> {
    const where: Where<Inspection> = { current: true, notes: containsAnyCase(text) };
    return (await access.list(Inspection, { where, order: { occurredAt: 'desc' }, first, fields })).nodes;
  }
}
