// Which apiaries are near a place: by boxes on the index of positions, then by the distance on the sphere.
import type { Viewer } from '../../access/session-cache.js';
import type { Context } from '../../context.js';
import type { Bind, Written } from '../../database/where.js';
import { boundingBox, type Point } from '../../shared/geography.js';
import { Apiary } from './apiary.entity.js';
import { ROUNDING_KM, writeShownPosition } from './position.rules.js';

/** Half the way around the earth, and a little more. */
export const MAX_KM = 20_100;
/** The distance of a search that names none. */
export const DEFAULT_KM = 25;
/** Most searches find enough within it, and need not calculate all distances. */
const NEARBY_KM = 100;

/** The condition on rows of `apiaries` whose shown position may be within a distance: the index finds them by the exact one. */
function writeBox(centre: Point, km: number, bind: Bind): string {
  const boxes = boundingBox(centre, km + ROUNDING_KM);
  const { south, north } = boxes[0]!;
  const meridians = boxes.map(({ west, east }) => `longitude between ${bind(west)} and ${bind(east)}`);
  return `latitude between ${bind(south)} and ${bind(north)} and (${meridians.join(' or ')})`;
}

const writeDistance = (from: Record<keyof Point, string>, { latitude, longitude }: Point, bind: Bind): string =>
  `great_circle_km(${from.latitude}, ${from.longitude}, ${bind(latitude)}::float8, ${bind(longitude)}::float8)`;
const COLUMNS = { latitude: 'latitude', longitude: 'longitude' };

/** The condition on rows of `apiaries` that the viewer sees: they are within a distance. */
export const isNear =
  (viewer: Viewer, centre: Point, km: number): Written =>
  (bind) => {
    const distance = writeDistance(writeShownPosition(viewer, bind), centre, bind);
    return `(${writeBox(centre, km, bind)} and ${distance} <= ${bind(km)})`;
  };

export interface Nearby {
  apiaryId: string;
  distanceKm: number;
}

/** The apiaries that the viewer sees, nearest first. Those far away are only looked at if too few are nearby. */
export async function findNearest({ access, viewer }: Context, centre: Point, first: number): Promise<Nearby[]> {
  const rows = await access.query<Nearby>(({ of, bind }) => {
    const { table, ownership } = of(Apiary);
    const shown = writeShownPosition(viewer, bind);
    const columns = `id, ${shown.latitude} as latitude, ${shown.longitude} as longitude`;
    const limit = bind(first);
    const seen = `select ${columns} from ${table} where ${ownership}`;
    return `
      with nearby as materialized (${seen} and ${writeBox(centre, NEARBY_KM, bind)}),
      enough as materialized (select count(*) >= ${limit}::int as yes from nearby where ${writeDistance(COLUMNS, centre, bind)} <= ${NEARBY_KM}),
      others as materialized (${seen} and latitude is not null and not (select yes from enough)),
      candidates as (select * from nearby where (select yes from enough) union all select * from others)
      select id as "apiaryId", ${writeDistance(COLUMNS, centre, bind)} as "distanceKm" from candidates order by 2, id limit ${limit}::int`;
  });
  return rows.map((row) => ({ ...row, distanceKm: toMetres(row.distanceKm) }));
}

/** Kilometres with three decimals: positions are not known more exactly. */
export const toMetres = (km: number): number => Math.round(km * 1000) / 1000;
