import { matchText } from '../../database/where.js';
import { fold } from '../../shared/text.js';

/** Returns a condition on the search column of an item (inventory-item.entity.ts): it contains the text, ignoring case and accents. */
export const searchFor = (text: string): { $like: string } => matchText(fold(text));
