import type { EntityManager } from '@mikro-orm/postgresql';
import { RestrictedZone, type User } from '../entities.js';
import { readArea } from '../features/zones/zone-area.rules.js';
import { ZoneDisease } from '../features/zones/zone-disease.enums.js';
import { toPolygon } from '../features/zones/zone-rings.rules.js';
import { daysAgo } from './days-ago.js';

/** Around the last apiary: its hives leave with a reason only. */
const VALLEY = {
  type: 'Polygon',
  coordinates: [
    [
      [-5.71, 40.27],
      [-5.58, 40.25],
      [-5.54, 40.34],
      [-5.63, 40.38],
      [-5.71, 40.27],
    ],
  ],
};

export function createZones(em: EntityManager, user: User): void {
  const { area, rings } = readArea(VALLEY);
  em.create(RestrictedZone, {
    user,
    name: 'American foulbrood, Valle del Jerte',
    disease: ZoneDisease.AMERICAN_FOULBROOD,
    from: daysAgo(12),
    source: 'Resolución 117/2026',
    area,
    rings: rings.map(toPolygon),
  });
}
