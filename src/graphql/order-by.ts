import { type ClassType, Field, InputType, registerEnumType } from 'type-graphql';
import type { Relation, Row } from '../database/row.js';
import type { ListArgs } from '../database/statement.js';

export enum OrderDirection {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(OrderDirection, {
  name: 'OrderDirection',
  description: 'Which way a list is ordered.',
  valuesConfig: {
    ASC: { description: 'The smallest, the oldest or A first; what has no value comes last.' },
    DESC: { description: 'The largest, the newest or Z first; what has no value comes first.' },
  },
});

/** A column of the entity that its rows carry under the same name: neither a relation nor a getter. */
type OrderColumn<T> = Exclude<keyof T & keyof Row<T> & string, `${Relation<T>}Id`>;

/** The order that a client asks for. */
export interface OrderBy<T> {
  field: OrderColumn<T>;
  direction: OrderDirection;
}

/**
 * The GraphQL types `<Name>OrderField` and `<Name>Order` for lists of an entity.
 * @param columns for each value of the enum its column and its description
 */
export function orderBy<T>(
  name: string,
  plural: string,
  columns: Record<string, [column: OrderColumn<T>, description: string]>,
): ClassType<OrderBy<T>> {
  const entries = Object.entries(columns);
  const OrderField = Object.fromEntries(entries.map(([value, [column]]) => [value, column]));
  registerEnumType(OrderField, {
    name: `${name}OrderField`,
    description: `What ${plural} can be ordered by.`,
    valuesConfig: Object.fromEntries(entries.map(([value, [, description]]) => [value, { description }])),
  });

  @InputType(`${name}Order`, { description: `How to order ${plural}.` })
  class Order {
    @Field(() => OrderField, { description: 'What to order by.' })
    field!: OrderColumn<T>;

    @Field(() => OrderDirection, { description: 'Which way.' })
    direction!: OrderDirection;
  }
  return Order as ClassType<OrderBy<T>>;
}

type ListOrder<T> = NonNullable<ListArgs<T>['order']>;

/** The order of a list: the client's, or the list's own if it asks for none. */
export function readOrder<T>(given: OrderBy<T> | null | undefined, ownOrder: ListOrder<T>): ListOrder<T> {
  return given ? ({ [given.field]: given.direction } as ListOrder<T>) : ownOrder;
}
