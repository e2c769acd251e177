// Source maps, version 3. Each segment of `mappings` holds differences to the one before, as base64 numbers of variable length: the
// generated column and, if it has a source, the index of the source, its line and its column.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

function decode(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = VALUES.get(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function encode(number) {
  let text = '';
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  do {
    text += DIGITS[(rest & 31) | (rest > 31 ? 32 : 0)];
    rest >>= 5;
  } while (rest > 0);
  return text;
}

/** Returns a source map without the positions in other sources, which are most of it. */
export function keepSources(text, keeps) {
  const map = JSON.parse(text);
  const sources = map.sources.filter(keeps);
  const newIndex = map.sources.map((source) => sources.indexOf(source));
  const position = [0, 0, 0];
  let written = [0, 0, 0];
  let wasKept = false;
  const mapLine = (line) => {
    let [column, writtenColumn] = [0, 0];
    const segments = [];
    for (const [columns, ...differences] of line.split(',').map(decode)) {
      column += columns ?? 0;
      if (differences.length === 0) continue;
      for (const i of position.keys()) position[i] += differences[i];
      const [source, ...place] = position;
      const isKept = newIndex[source] >= 0;
      const target = isKept ? [newIndex[source], ...place] : written;
      // A segment without a source ends those before it.
      const numbers = isKept ? target.map((value, i) => value - written[i]) : [];
      if (isKept || wasKept) {
        segments.push([column - writtenColumn, ...numbers].map(encode).join(''));
        writtenColumn = column;
      }
      [written, wasKept] = [target, isKept];
    }
    return segments.join(',');
  };
  return JSON.stringify({ version: 3, sources, names: [], mappings: map.mappings.split(';').map(mapLine).join(';') });
}
