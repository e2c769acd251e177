// The service's tables in the most direct form: a class is both the entity and the GraphQL type.
import { randomUUID } from 'node:crypto';
import type { Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType()
@Entity({ abstract: true })
abstract class Base {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  id: string = randomUUID();

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date = new Date();

  @Field(() => Date)
  @Property({ type: 'datetime', onUpdate: () => new Date() })
  updatedAt: Date = new Date();
}

@Entity({ tableName: 'users' })
export class User extends Base {
  @Property({ type: 'text' })
  email!: string;

  @Property({ type: 'text' })
  username!: string;
}

@ObjectType()
@Entity({ tableName: 'apiaries' })
export class Apiary extends Base {
  @ManyToOne(() => User, { ref: true })
  owner!: Ref<User>;

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  location?: string | null;

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  treatments: boolean = false;
}

@ObjectType()
@Entity({ tableName: 'beehives' })
export class Beehive extends Base {
  @ManyToOne(() => Apiary, { ref: true })
  apiary!: Ref<Apiary>;

  @Field(() => Int, { nullable: true })
  @Property({ type: 'int', nullable: true })
  beehiveNumber?: number | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  activityLevel?: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  beePopulation?: string | null;

  @Field(() => Int, { nullable: true })
  @Property({ type: 'int', nullable: true })
  foodFrames?: number | null;

  @Field(() => Int, { nullable: true })
  @Property({ type: 'int', nullable: true })
  broodFrames?: number | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  hiveStatus?: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  healthStatus?: string | null;

  @Property({ type: 'text', nullable: true })
  health?: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  hasProductionChamber?: string | null;

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  isTreated: boolean = false;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  observations?: string | null;
}

@ObjectType()
@Entity({ tableName: 'inventory_items' })
export class InventoryItem extends Base {
  @ManyToOne(() => Apiary, { ref: true })
  apiary!: Ref<Apiary>;

  @Field(() => String)
  @Property({ type: 'text' })
  itemName!: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  description?: string | null;

  @Field(() => Int)
  @Property({ type: 'int' })
  quantity!: number;

  @Property({ type: 'int' })
  movementCount!: number;

  @Field(() => String)
  @Property({ type: 'text' })
  unit!: string;

  @Field(() => Int)
  @Property({ type: 'int' })
  minimumStock!: number;

  @Field(() => Boolean)
  @Property({ type: 'boolean', persist: false })
  get lowStock(): boolean {
    return this.quantity <= this.minimumStock;
  }

  @Property({ type: 'text', nullable: true })
  category?: string | null;

  @Property({ type: 'text', nullable: true })
  batchNumber?: string | null;

  @Property({ type: 'date', nullable: true })
  expiryDate?: string | null;

  @Property({ type: 'date', nullable: true })
  purchaseDate?: string | null;

  @Property({ type: 'text', nullable: true })
  supplier?: string | null;

  @Property({ type: 'text', nullable: true })
  storageLocation?: string | null;

  @Property({ type: 'int', nullable: true })
  unitCost?: number | null;

  @Property({ type: 'text', nullable: true })
  currency?: string | null;
}

@Entity({ tableName: 'stock_movements' })
export class StockMovement extends Base {
  @ManyToOne(() => InventoryItem, { ref: true })
  item!: Ref<InventoryItem>;

  @Property({ type: 'int' })
  sequence!: number;

  @Property({ type: 'text' })
  kind!: string;

  @Property({ type: 'int' })
  amount!: number;

  @Property({ type: 'int' })
  balanceAfter!: number;

  @Property({ type: 'uuid' })
  actorId!: string;

  @Property({ type: 'datetime' })
  occurredAt: Date = new Date();
}

@InputType()
export class UpdateBeehiveInput {
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1000)
  foodFrames?: number;

  @Field(() => Int, { nullable: true })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1000)
  broodFrames?: number;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  healthStatus?: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(10_000)
  observations?: string;
}

@InputType()
export class AdjustStockInput {
  @Field(() => ID)
  @IsString()
  itemId!: string;

  @Field(() => Int)
  @IsInt()
  amount!: number;
}
