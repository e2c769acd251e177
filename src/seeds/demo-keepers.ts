// The keeper of the demo account, who became a company: registers name each on its days.
import type { EntityManager } from '@mikro-orm/postgresql';
import { Keeper, type User } from '../entities.js';
import { daysAgo } from './days-ago.js';

const HOLDING = { country: 'CO', registerNumber: 'ICA 52001-0042' };

export function createKeepers(em: EntityManager, user: User): void {
  em.create(Keeper, {
    ...HOLDING,
    user,
    validFrom: daysAgo(800),
    legalName: 'Apiario Demo',
    address: 'Vereda El Socorro, Pasto',
    taxId: '98.000.123-4',
  });
  em.create(Keeper, {
    ...HOLDING,
    user,
    validFrom: daysAgo(40),
    legalName: 'Apícola Demo S.A.S.',
    address: 'Carrera 7 # 12-30, Pasto',
    taxId: '900.000.123-4',
  });
}
