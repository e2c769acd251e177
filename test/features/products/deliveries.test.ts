// Which delivery into the stock a treatment has used, as far as it is certain.
import { describe, expect, it } from '@jest/globals';
import { changeRole } from '../../support/members.js';
import { ana, apiary, bea, create, hive, RECORD, refused, refusedAs, STRIPS, treat } from './products.fixture.js';

const treatNow = (input: object): ReturnType<typeof treat> =>
  treat({ startedOn: new Date().toISOString().slice(0, 10), ...input });

describe('a delivery into the stock', () => {
  const MOVE = `mutation ($input: RecordStockMovementInput!) { recordStockMovement(input: $input) { stockMovement { id batchNumber } } }`;
  const deliver = async (item: string, batchNumber: string | null, quantity = 10): Promise<string> => {
    const bought = {
      batchNumber,
      expiryDate: '2030-01-31',
      supplier: 'Vet shop',
      purchaseProof: `Invoice ${batchNumber}`,
    };
    const input = { id: item, direction: 'IN', quantity, ...(batchNumber !== null && bought) };
    return (await ana.ask(MOVE, { input })).recordStockMovement.stockMovement.id;
  };
  const from = (itemId: string, more: object = {}) => ({ stock: { itemId, quantityPerHive: 2, ...more } });

  it('follows into the treatment, with the product of the item', async () => {
    const product = await create({ ...STRIPS, apiaryId: apiary });
    const item = await ana.item(apiary, { productId: product.id });
    const first = await deliver(item, 'A', 4);
    expect(await treatNow(from(item))).toMatchObject({
      ...{ productName: 'Strips', productId: product.id, batchNumber: 'A', expiryDate: '2030-01-31' },
      ...{ supplier: 'Vet shop', purchaseProof: 'Invoice A' },
    });
    await deliver(item, 'B');
    // Either may be in the hive: only what both say is certain.
    expect(await treatNow(from(item))).toMatchObject({ batchNumber: null, supplier: 'Vet shop', purchaseProof: null });
    expect(await treatNow(from(item, { deliveryId: first }))).toMatchObject({
      batchNumber: 'A',
      purchaseProof: 'Invoice A',
    });
    expect(await treatNow({ ...from(item), batchNumber: 'C' })).toMatchObject({ batchNumber: 'C' });
    await refused(
      RECORD,
      {
        beehiveIds: [hive],
        startedOn: '2026-05-01',
        ...from(item, { deliveryId: await deliver(await ana.item(apiary), 'Z') }),
      },
      'stock.deliveryId',
    );
  });

  it('is certain again once the stock was empty, and when another one was a mistake', async () => {
    const item = await ana.item(apiary, { itemName: 'Gel' });
    const used = { productName: 'Gel', kind: 'Varroa' };
    await deliver(item, 'A', 2);
    await treatNow({ ...used, ...from(item) });
    const mistaken = await deliver(item, 'B');
    await deliver(item, 'C');
    expect(await treatNow({ ...used, ...from(item) })).toMatchObject({ batchNumber: null });
    await ana.ask(
      'mutation ($id: ID!) { reverseStockMovement(input: { id: $id, reason: "Typo" }) { stockMovement { id } } }',
      { id: mistaken },
    );
    expect(await treatNow({ ...used, ...from(item) })).toMatchObject({ batchNumber: 'C' });
  });

  it('is not certain after a count, after a movement that was a mistake, and of another kind', async () => {
    const used = { productName: 'Gel', kind: 'Varroa' };
    const item = await ana.item(apiary, { itemName: 'Gel' });
    const adjust = (amount: number) =>
      ana.ask('mutation ($input: AdjustStockInput!) { adjustStock(input: $input) { stockMovement { id } } }', {
        input: { id: item, amount },
      });
    await deliver(item, 'A', 10);
    // What the app adds to the stock is of no known batch.
    const more = (await adjust(50)).adjustStock.stockMovement.id;
    expect(await treatNow({ ...used, ...from(item) })).toMatchObject({ batchNumber: null, supplier: null });
    const input = { beehiveIds: [hive], startedOn: '2026-05-01', ...used };
    await refused(RECORD, { ...input, ...from(item, { deliveryId: more }) }, 'stock.deliveryId');
    // A count that found nothing, and then something again.
    const other = await ana.item(apiary, { itemName: 'Tablets' });
    await deliver(other, 'A', 10);
    const count = (quantity: number) =>
      ana.ask(
        `mutation { updateInventoryItem(input: { id: "${other}", quantity: ${quantity} }) { inventoryItem { quantity } } }`,
      );
    await count(0);
    await count(10);
    await deliver(other, 'B', 10);
    expect(await treatNow({ ...used, ...from(other) })).toMatchObject({ batchNumber: null });
    // Somebody took all of it, by mistake.
    const third = await ana.item(apiary, { itemName: 'Sponges' });
    await deliver(third, 'A', 10);
    const taken = await ana.ask(
      `mutation { recordExit(input: { id: "${third}", quantity: 10, person: "Ana" }) { stockMovement { id } } }`,
    );
    await ana.ask(
      `mutation { reverseStockMovement(input: { id: "${taken.recordExit.stockMovement.id}", reason: "Typo" }) { stockMovement { id } } }`,
    );
    expect(await treatNow({ ...used, ...from(third) })).toMatchObject({ batchNumber: 'A' });
    await deliver(third, 'B', 10);
    expect(await treatNow({ ...used, ...from(third) })).toMatchObject({ batchNumber: null, supplier: 'Vet shop' });
  });

  it('has nothing to do with a treatment before it', async () => {
    const item = await ana.item(apiary, { itemName: 'Strips', batchNumber: 'Own' });
    await deliver(item, 'A');
    const used = { productName: 'Gel', kind: 'Varroa', ...from(item) };
    expect(await treatNow({ ...used, startedOn: '2026-05-01' })).toMatchObject({ batchNumber: 'Own', supplier: null });
    expect(await treatNow(used)).toMatchObject({ batchNumber: 'A', supplier: 'Vet shop' });
  });

  it('states nothing of what goes out', async () => {
    const item = await ana.item(apiary, { quantity: 5 });
    await refused(MOVE, { id: item, direction: 'OUT', quantity: 1, batchNumber: 'A' }, 'batchNumber');
  });

  it('keeps what the item itself says of what it does not state', async () => {
    const item = await ana.item(apiary, { quantity: 5, batchNumber: 'Own', supplier: 'Neighbour' });
    expect(await treatNow({ productName: 'a', kind: 'b', ...from(item) })).toMatchObject({
      batchNumber: 'Own',
      supplier: 'Neighbour',
    });
  });

  it('an item names only a product of the owner of its apiary', async () => {
    const foreign = await create(STRIPS, bea);
    const CREATE_ITEM =
      'mutation ($input: CreateInventoryItemInput!) { createInventoryItem(input: $input) { inventoryItem { id } } }';
    const input = { apiaryId: apiary, itemName: 'a', unit: 'b', productId: foreign.id };
    await refusedAs('NOT_FOUND', ana, CREATE_ITEM, { input });
    await changeRole(ana, apiary, bea.id, 'MANAGER');
    await refused(CREATE_ITEM, input, 'productId', bea);
  });
});
