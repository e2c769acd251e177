// Texts that the table and the picture share.
import { SIZES } from '../lib/places.mjs';

export const warning = (disturbance) =>
  `Do not quote these figures: ${disturbance}. Other work on the machine flatters the heaviest server.`;

export function sizeSummary(size) {
  const { accounts, apiaries, hives, items } = SIZES[size];
  const all = (each) => (accounts * apiaries * each).toLocaleString('en');
  return `${accounts.toLocaleString('en')} accounts, ${all(hives)} hives, ${all(items)} items.`;
}
