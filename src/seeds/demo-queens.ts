// The queens of the demo account: reigns are relative to the day on which it is created.
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Apiary, type Beehive, Queen, QueenReign } from '../entities.js';
import { QueenOrigin } from '../features/queens/queen.entity.js';
import { ReignEnd } from '../features/queens/queen-reign.entity.js';
import { daysAgo } from './days-ago.js';

const yearAgo = (years: number): number => new Date().getUTCFullYear() - years;

/** The line of an apiary: a bought queen, of whom the others descend. */
export function createMother(em: EntityManager, apiary: Apiary, actorId: string): Queen {
  const bought = { origin: QueenOrigin.PURCHASED, breeder: 'Criadero Los Andes', race: 'Carniola' };
  return em.create(Queen, { ...bought, apiary, name: 'Madre', year: yearAgo(4), isMarked: true, actorId });
}

/** How long each hive has had its queen, and how old she is, by the index of the hive: none is old. The fourth hive has replaced its queen, the fifth may have lost hers. */
const SINCE = [400, 330, 290, 40, 200, 90];
const [REPLACED, LOST] = [3, 4];
const LOST_DAYS_AGO = 6;

interface Reigns {
  /** The index of the hive in its apiary. */
  i: number;
  mother: Queen;
  actorId: string;
  /** Whether a hive of the apiary has lost its queen. */
  losesQueen: boolean;
}

export function createReigns(em: EntityManager, beehive: Beehive, { i, mother, actorId, losesQueen }: Reigns): void {
  const { apiary, beehiveNumber } = beehive;
  const create = (name: string, startedOn: string, end?: { endedOn: string; endReason: ReignEnd }): void => {
    const year = Number(startedOn.slice(0, 4));
    const reared = { origin: QueenOrigin.REARED, race: mother.race, mother, isMarked: i % 2 === 0 };
    const queen = em.create(Queen, { ...reared, apiary, name, year, actorId });
    em.create(QueenReign, { beehive, queen, startedOn, ...end, actorId });
  };
  const startedOn = daysAgo(SINCE[i % SINCE.length]!);
  const name = `R-${beehiveNumber}`;
  if (i === REPLACED) create(`${name} vieja`, daysAgo(800), { endedOn: startedOn, endReason: ReignEnd.SUPERSEDED });
  const isLost = losesQueen && i === LOST;
  create(name, startedOn, isLost ? { endedOn: daysAgo(LOST_DAYS_AGO), endReason: ReignEnd.MISSING } : undefined);
}
