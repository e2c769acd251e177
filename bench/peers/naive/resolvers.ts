import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { adjust, listHives, updateHive } from './commands.js';
import { AdjustStockInput, Apiary, Beehive, InventoryItem, UpdateBeehiveInput } from './entities.js';

export interface Context {
  em: EntityManager;
  user: string;
  loaders: ReturnType<typeof createLoaders>;
}

function groupByApiary<T extends { apiary: { id: string } }>(rows: T[], ids: readonly string[]): T[][] {
  const groups = new Map<string, T[]>(ids.map((id) => [id, []]));
  for (const row of rows) groups.get(row.apiary.id)!.push(row);
  return ids.map((id) => groups.get(id)!);
}

export function createLoaders(em: EntityManager) {
  return {
    hives: new DataLoader<string, Beehive[]>(async (ids) =>
      groupByApiary(await em.find(Beehive, { apiary: { $in: [...ids] } }, { orderBy: { beehiveNumber: 'asc' } }), ids),
    ),
    items: new DataLoader<string, InventoryItem[]>(async (ids) =>
      groupByApiary(await em.find(InventoryItem, { apiary: { $in: [...ids] } }, { orderBy: { itemName: 'asc' } }), ids),
    ),
  };
}

@Resolver(() => Apiary)
export class ApiaryResolver {
  @Authorized()
  @Query(() => [Apiary])
  apiaries(@Ctx() { em, user }: Context): Promise<Apiary[]> {
    return em.find(Apiary, { owner: user }, { orderBy: { createdAt: 'asc' } });
  }

  @FieldResolver(() => [Beehive])
  beehives(@Root() apiary: Apiary, @Ctx() { loaders }: Context): Promise<Beehive[]> {
    return loaders.hives.load(apiary.id);
  }

  @FieldResolver(() => [InventoryItem])
  inventoryItems(@Root() apiary: Apiary, @Ctx() { loaders }: Context): Promise<InventoryItem[]> {
    return loaders.items.load(apiary.id);
  }
}

@Resolver(() => Beehive)
export class BeehiveResolver {
  @Authorized()
  @Query(() => [Beehive])
  beehives(@Arg('apiaryId', () => ID) apiaryId: string, @Ctx() { em, user }: Context): Promise<Beehive[]> {
    return listHives(em, user, apiaryId);
  }

  @Authorized()
  @Mutation(() => Beehive)
  updateBeehive(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateBeehiveInput) input: UpdateBeehiveInput,
    @Ctx() { em, user }: Context,
  ): Promise<Beehive> {
    return updateHive(em, user, id, input);
  }
}

@Resolver(() => InventoryItem)
export class InventoryResolver {
  @Authorized()
  @Mutation(() => InventoryItem)
  adjustStock(
    @Arg('input', () => AdjustStockInput) input: AdjustStockInput,
    @Ctx() { em, user }: Context,
  ): Promise<InventoryItem> {
    return adjust(em, user, input.itemId, input.amount);
  }
}
