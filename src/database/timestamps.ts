/** Formats a timestamptz, which PostgreSQL writes as `2026-05-01 08:00:00.5+00`, as `2026-05-01T08:00:00.500Z`. */
export function isoText(text: string): string {
  if (!text.endsWith('+00') || text[10] !== ' ') return new Date(text).toISOString();
  const milliseconds = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
