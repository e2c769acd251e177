// The life of colonies of the demo account: days are relative to the day on which it is created.
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Apiary, Beehive, ColonyEvent } from '../entities.js';
import { EndCause } from '../features/beehives/end-cause.enums.js';
import { ColonyEventKind } from '../features/colonies/colony-event.entity.js';
import { daysAgo } from './days-ago.js';

/** The first hive was split into the second; another one was united into it, and one was lost. */
export function createColonyEvents(em: EntityManager, apiary: Apiary, hives: Beehive[], actorId: string): void {
  const [first, second] = hives as [Beehive, Beehive];
  const end = (beehiveNumber: number, days: number, endCause: EndCause): Beehive =>
    em.create(Beehive, {
      ...{ apiary, beehiveNumber, label: String(beehiveNumber), foodFrames: 0, broodFrames: 0 },
      ...{ endedOn: daysAgo(days), endCause },
    });
  const record = (beehive: Beehive, kind: ColonyEventKind, days: number, details: Partial<ColonyEvent>): void => {
    em.create(ColonyEvent, { beehive, kind, occurredOn: daysAgo(days), actorId, ...details });
  };
  const recordBoth = (one: [Beehive, ColonyEventKind], other: [Beehive, ColonyEventKind], days: number): void => {
    for (const [[beehive, kind], [{ id: otherBeehiveId, label: otherBeehiveLabel }]] of [
      [one, other],
      [other, one],
    ] as const)
      record(beehive, kind, days, { otherBeehiveId, otherBeehiveLabel, broodFrames: 3, foodFrames: 1 });
  };
  recordBoth([first, ColonyEventKind.SPLIT_INTO], [second, ColonyEventKind.SPLIT_FROM], 330);
  const weak = end(hives.length + 1, 20, EndCause.UNITED);
  recordBoth([weak, ColonyEventKind.UNITED_INTO], [first, ColonyEventKind.UNITED_WITH], 20);
  const lost = end(hives.length + 2, 70, EndCause.STARVED);
  record(lost, ColonyEventKind.LOST, 70, { notes: 'Sin reservas al final del invierno.' });
}
