import { contains } from '../../database/where.js';
import { fold } from '../../shared/text.js';

/** Finds the text anywhere in an item's search column, whatever its case and accents (inventory-item.entity.ts). */
export const searchFor = (text: string): { $like: string } => contains(fold(text));
