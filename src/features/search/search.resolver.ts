import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import { MemberColumns, OnlyTotal } from '../../graphql/columns.js';
import type { TypedRow } from '../../graphql/record-interface.js';
import { loadSearch, SearchArgs, SearchConnection } from './search.queries.js';

@Resolver()
export class SearchResolver {
  @Query(() => SearchConnection, {
    description:
      'Your records that contain a text: apiaries (name, location), living hives (name, number, notes), inventory items (name, description; ignoring accents), inspections (notes), queens (name, race), lots (code) and treatments that were not voided (product). In this order, by name, number or code; inspections and treatments newest first.',
  })
  search(
    @Args(() => SearchArgs) args: SearchArgs,
    @Ctx() context: Context,
    @MemberColumns() columnsOf: MemberColumns,
    @OnlyTotal() onlyTotal: boolean,
  ): Promise<Page<TypedRow>> {
    return loadSearch(context, args, columnsOf, onlyTotal);
  }
}
