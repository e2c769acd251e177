import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { InLanguage } from '../../graphql/in-language.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import type { Language } from '../../shared/language.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { listBank } from './bank.queries.js';
import { BankProduct } from './bank-product.types.js';
import { productList } from './product.edges.js';
import { Product } from './product.entity.js';
import { createProduct, updateProduct } from './products.commands.js';
import { CreateProductInput, ProductBankFilter, ProductsArgs, UpdateProductInput } from './products.inputs.js';

@Resolver(() => Product)
export class ProductsResolver {
  @Query(() => productList.page, {
    nullable: true,
    description: 'Products by name: of one apiary, or all that you see, also those that others share with you.',
  })
  products(
    @Args(() => ProductsArgs) { apiaryId, ...args }: ProductsArgs,
    @Ctx() { access, loaders }: Context,
    @Columns(Product) fields: Columns<Product>,
  ): Promise<Page<Selected<Product>>> {
    const list = productList.read(args, fields);
    return apiaryId == null
      ? access.list(Product, list)
      : loaders.listBelow(Product, 'apiary', { type: Apiary, id: apiaryId }, list);
  }

  @Query(() => Product, { nullable: true, description: 'One of your products.' })
  product(
    @Arg('id', () => ID, { description: 'The id of the product.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(Product) fields: Columns<Product>,
  ): Promise<Selected<Product>> {
    return loaders.one(Product, id, fields);
  }

  @Query(() => [BankProduct], {
    description:
      'The bank of products: authorised medicines and common feeds, from which `createProduct` makes your own.',
  })
  productBank(
    @Arg('filter', () => ProductBankFilter, { nullable: true, description: 'What the list is limited to.' })
    filter: ProductBankFilter | null,
    @InLanguage() language: Language | null,
    @Ctx() { viewer }: Context,
  ): BankProduct[] {
    return listBank(filter ?? {}, language ?? viewer.language);
  }

  @RecordMutation(Product, {
    description: 'Creates a product: one of your own, or one of the bank. An account has at most 1,000.',
  })
  createProduct(
    @Arg('input', () => CreateProductInput) input: CreateProductInput,
    @Ctx() context: Context,
  ): Promise<Product | Row<Product>> {
    return createOnce(context, Product, input, (id) => createProduct(context, id, input));
  }

  @RecordMutation(Product, { description: 'Updates a product. What was recorded with it does not change.' })
  updateProduct(
    @Arg('input', () => UpdateProductInput) input: UpdateProductInput,
    @Ctx() context: Context,
  ): Promise<Product> {
    return updateProduct(context, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Deletes a product; what was recorded with it stays. Returns its id, also if it has been deleted already.',
  })
  deleteProduct(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, Product, id, { expectedVersion });
  }
}
