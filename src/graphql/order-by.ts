import { type ClassType, Field, InputType } from 'type-graphql';
import type { Relation, Row } from '../database/row.js';
import type { ListArgs } from '../database/statement.js';
import { defineEnum, type EnumOf } from '../shared/define-enum.js';

export const OrderDirection = defineEnum('OrderDirection', 'The direction in which a list is ordered.', {
  ASC: ['asc', 'Ascending: smallest, oldest or A first; null last.'],
  DESC: ['desc', 'Descending: largest, newest or Z first; null first.'],
});
export type OrderDirection = EnumOf<typeof OrderDirection>;

/** A column that has the same name in the entity and in its rows: neither a relation nor a getter. */
type OrderColumn<T> = Exclude<keyof T & keyof Row<T> & string, `${Relation<T>}Id`>;

/** The order that a client requests. */
export interface OrderBy<T> {
  field: OrderColumn<T>;
  direction: OrderDirection;
}

/**
 * Creates the GraphQL types `<Name>OrderField` and `<Name>Order` for lists of an entity.
 * @param columns the column and the description of each enum value
 */
export function orderBy<T>(
  name: string,
  plural: string,
  columns: Record<string, [column: OrderColumn<T>, description: string]>,
): ClassType<OrderBy<T>> {
  const OrderField = defineEnum(`${name}OrderField`, `The fields by which ${plural} can be ordered.`, columns);

  @InputType(`${name}Order`, { description: `The order of a list of ${plural}.` })
  class Order {
    @Field(() => OrderField, { description: 'The field to order by.' })
    field!: OrderColumn<T>;

    @Field(() => OrderDirection, { description: 'The direction.' })
    direction!: OrderDirection;
  }
  return Order as ClassType<OrderBy<T>>;
}

type ListOrder<T> = NonNullable<ListArgs<T>['order']>;

/** Returns the order that the client requested, or else the default of the list. */
export function readOrder<T>(requested: OrderBy<T> | null | undefined, defaultOrder: OrderBy<T>): ListOrder<T> {
  const { field, direction } = requested ?? defaultOrder;
  return { [field]: direction } as ListOrder<T>;
}
