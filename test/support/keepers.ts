import type { Client } from './client.js';

/** Records a keeper. @returns its id */
export async function addKeeper(owner: Client, validFrom: string, legalName: string, others = {}): Promise<string> {
  const { createKeeper } = await owner.ask(
    'mutation ($input: CreateKeeperInput!) { createKeeper(input: $input) { keeper { id } } }',
    { input: { validFrom, legalName, ...others } },
  );
  return createKeeper.keeper.id;
}

/** Reuses a keeper until it has been deleted, because an account has few. */
export async function keeperOf(owner: Client): Promise<string> {
  const { keepers } = await owner.ask('{ keepers(first: 1) { nodes { id } } }');
  return keepers.nodes[0]?.id ?? addKeeper(owner, '2026-01-01', 'Bees Ltd', { taxId: '900', address: 'By the mill' });
}
