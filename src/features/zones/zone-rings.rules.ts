// The rings of an area on the plane: longitudes are continuous there, so that a ring that crosses the date line is in one piece. Coordinates
// are whole numbers, so that which side of an edge a point lies on is calculated exactly.

/** A fifth decimal place of a degree is a metre. Twice as many, so that the middle of an edge is a whole number, too. */
const UNITS = 200_000;
/** Once around the earth. */
export const TURN = 360 * UNITS;
/** A ring around a pole is closed beyond it, so that the pole lies within, too. */
const BEYOND_POLE = 91 * UNITS;

export type Position = [longitude: number, latitude: number];
export interface Point {
  x: number;
  y: number;
}
export interface Vertex extends Point {
  /** Which position of the ring it is. */
  at: number;
}

export interface Ring {
  /** Those that follow each other differ. */
  vertices: Vertex[];
  /** How often the ring goes around the earth, eastwards: 1 or −1 around a pole, otherwise 0. */
  turns: number;
  /** As a closed line on the plane: the same points, and those by which a ring around a pole is closed. */
  outline: Point[];
  west: number;
  east: number;
}

export interface Edge {
  from: Point;
  to: Point;
}

const DECIMALS = 100_000;
/** As precise as the position of an apiary; never a negative zero, which JSON does not keep. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS + 0;
const toUnits = (degrees: number): number => Math.round(degrees * DECIMALS) * (UNITS / DECIMALS);

/**
 * The ways to understand a closed ring. An edge leads the shorter way around the earth. One from −180° to 180° is the whole parallel, as in an
 * area that is cut at the date line, or else it has no length: both are the date line.
 */
export function readRing(positions: readonly Position[]): Ring[] {
  const isWhole = positions.some(([longitude], i) => i > 0 && Math.abs(longitude - positions[i - 1]![0]) === 360);
  const ways = [layOut(positions, true), ...(isWhole ? [layOut(positions, false)] : [])];
  return ways.sort((a, b) => Math.abs(a.turns) - Math.abs(b.turns));
}

function layOut(positions: readonly Position[], keepsWhole: boolean): Ring {
  let [x, turned] = [0, 0];
  const all = positions.map(([longitude, latitude], at): Vertex => {
    const own = toUnits(longitude);
    if (at === 0) x = own;
    else {
      let step = own + turned - x;
      const isWhole = Math.abs(step) === TURN;
      if (Math.abs(step) > TURN / 2 && !(isWhole && keepsWhole)) {
        turned -= Math.sign(step) * TURN;
        step -= Math.sign(step) * TURN;
      }
      x += step;
    }
    return { x, y: toUnits(latitude), at };
  });
  const turns = Math.round((all.at(-1)!.x - all[0]!.x) / TURN);
  const vertices = all.slice(0, -1).filter((vertex, i) => {
    const before = all[i - 1];
    return before?.x !== vertex.x || before?.y !== vertex.y;
  });
  // The last position repeats the first one: so may the one before it.
  const last = vertices.at(-1)!;
  if (vertices.length > 1 && last.x === vertices[0]!.x + turns * TURN && last.y === vertices[0]!.y) vertices.pop();
  const west = Math.min(...all.map((vertex) => vertex.x));
  const east = Math.max(...all.map((vertex) => vertex.x));
  const shift = -Math.round((west + east) / 2 / TURN) * TURN;
  for (const vertex of vertices) vertex.x += shift;
  return { vertices, turns, outline: close(vertices, turns), west: west + shift, east: east + shift };
}

/** The pole of a ring around the earth is that of the hemisphere in which most of it lies. */
function close(vertices: readonly Vertex[], turns: number): Point[] {
  if (turns === 0) return [...vertices];
  const first = vertices[0]!;
  const pole = vertices.reduce((sum, { y }) => sum + y, 0) < 0 ? -BEYOND_POLE : BEYOND_POLE;
  const end = first.x + turns * TURN;
  return [...vertices, { x: end, y: first.y }, { x: end, y: pole }, { x: first.x, y: pole }];
}

/** The edges that the client has sent, each from one vertex to the next. */
export const edgesOf = ({ vertices, turns }: Ring): Edge[] =>
  vertices.map((from, i) => ({ from, to: vertices[i + 1] ?? { x: vertices[0]!.x + turns * TURN, y: vertices[0]!.y } }));

/** A ring as a polygon of PostgreSQL. */
export const toPolygon = ({ outline }: Ring): string =>
  `(${outline.map(({ x, y }) => `(${x / UNITS},${y / UNITS})`).join(',')})`;
