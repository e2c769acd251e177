import { contains } from '../../database/where.js';

/** Text without case and accents, as the database keeps it of an item (inventory-item.entity.ts), to be found anywhere in it. */
export function found(text: string): { $like: string } {
  return contains(
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  );
}
