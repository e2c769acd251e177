// Builders: each test makes the world it needs, as clients would.
import { randomBytes } from 'node:crypto';
import { Client, type TestApp } from './client.js';

export const PASSWORD = 'Abeja-2026';

export class Beekeeper extends Client {
  constructor(
    url: string,
    token: string,
    readonly id: string,
    readonly email: string,
  ) {
    super(url, token);
  }

  async apiary(fields: Record<string, unknown> = {}): Promise<string> {
    const { apiary } = await this.ask(
      'mutation ($input: CreateApiaryInput!) { apiary: createApiary(input: $input) { id } }',
      {
        input: { name: 'An apiary', ...fields },
      },
    );
    return apiary.id;
  }

  async beehive(apiaryId: string, fields: Record<string, unknown> = {}): Promise<string> {
    const { beehive } = await this.ask(
      'mutation ($input: CreateBeehiveInput!) { beehive: createBeehive(input: $input) { id } }',
      { input: { apiaryId, ...fields } },
    );
    return beehive.id;
  }

  async item(apiaryId: string, fields: Record<string, unknown> = {}): Promise<string> {
    const { item } = await this.ask(
      'mutation ($input: CreateInventoryItemInput!) { item: createInventoryItem(input: $input) { id } }',
      { input: { apiaryId, itemName: 'Wax', unit: 'kg', ...fields } },
    );
    return item.id;
  }
}

/** Registers somebody new. */
export async function beekeeper({ url, anyone }: Pick<TestApp, 'url' | 'anyone'>, email?: string): Promise<Beekeeper> {
  const address = email ?? `${randomBytes(6).toString('hex')}@example.org`;
  const { status, body } = await anyone.rest('POST', '/auth/register', {
    username: 'bee',
    email: address,
    password: PASSWORD,
  });
  if (status !== 201) throw new Error(body.message);
  return new Beekeeper(url, body.access_token, body.user_id, body.email);
}
