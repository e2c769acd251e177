// Distances on the earth, taken as a sphere: at most half a per cent from those on the ellipsoid, and no library is needed for a formula.
export interface Point {
  /** In degrees of WGS 84, −90 to 90. */
  latitude: number;
  /** In degrees, −180 to 180. */
  longitude: number;
}

/** The mean radius of the earth (IUGG), also in the SQL function `great_circle_km`. */
export const EARTH_RADIUS_KM = 6371.0088;
/** No two points are farther from each other. */
export const MAX_DISTANCE_KM = Math.PI * EARTH_RADIUS_KM;

const RADIANS = Math.PI / 180;

/** The great-circle distance, by the haversine formula, which is exact for near points, too. As `great_circle_km` in SQL. */
export function greatCircleKm(a: Point, b: Point): number {
  const vertical = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2) ** 2;
  const horizontal = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2) ** 2;
  const h = vertical + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * horizontal;
  // Rounding may make h a little greater than 1 for opposite points.
  return 2 * EARTH_RADIUS_KM * Math.atan2(Math.sqrt(h), Math.sqrt(Math.abs(1 - h)));
}

/** Parallels and meridians around an area, inclusive. West is never greater than east. */
export interface BoundingBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Keep what lies on the edge inside, whatever the rounding of the last digits: a millimetre, and a tenth of one. */
const SLACK_KM = 1e-6;
const SLACK_DEGREES = 1e-9;

/**
 * The boxes that contain every point within so many kilometres of another one: two if the circle crosses the date line, which is −180° as
 * well as 180°; all longitudes if it contains a pole. They contain other points as well.
 */
export function boundingBox({ latitude, longitude }: Point, km: number): BoundingBox[] {
  const angle = (km + SLACK_KM) / EARTH_RADIUS_KM;
  const south = latitude - angle / RADIANS - SLACK_DEGREES;
  const north = latitude + angle / RADIANS + SLACK_DEGREES;
  const parallels = { south: Math.max(south, -90), north: Math.min(north, 90) };
  if (south <= -90 || north >= 90) return [{ ...parallels, west: -180, east: 180 }];
  // The meridians that touch the circle, which they do nearer to the pole than its centre is.
  const half = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude * RADIANS))) / RADIANS + SLACK_DEGREES;
  const [west, east] = [longitude - half, longitude + half];
  if (west >= -180 && east <= 180) return [{ ...parallels, west, east }];
  if (east - west >= 360) return [{ ...parallels, west: -180, east: 180 }];
  const [first, last] = west < -180 ? [west + 360, east] : [west, east - 360];
  return [
    { ...parallels, west: first, east: 180 },
    { ...parallels, west: -180, east: last },
  ];
}

/** Whether a box contains a point. */
export const contains = ({ south, north, west, east }: BoundingBox, { latitude, longitude }: Point): boolean =>
  south <= latitude && latitude <= north && west <= longitude && longitude <= east;

const UNITS = 1e5;
/** As PostgreSQL rounds a numeric: half away from zero. */
function roundDegrees(degrees: number, step: number): number {
  const units = Math.round(Math.abs(degrees) * UNITS);
  return (Math.sign(degrees) * Math.round(units / step) * step) / UNITS + 0;
}
const roundPoint = ({ latitude, longitude }: Point, step: number): Point => ({
  latitude: roundDegrees(latitude, step),
  longitude: roundDegrees(longitude, step),
});
/** To five decimals, about a metre, as positions are stored. */
export const toStored = (point: Point): Point => roundPoint(point, 1);
/** To 0.01°, as those see a position who may not see where it is exactly. */
export const toRounded = (point: Point): Point => roundPoint(point, 1000);
