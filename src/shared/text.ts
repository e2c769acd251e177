/** `InventoryItem` becomes `inventory item`'s words: `Inventory item`. */
export const humanize = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Removes case and accents, exactly as the database does for its search columns (inventory-item.entity.ts). */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Two words with the same key differ in case, accents and white space only. */
export const wordKey = (text: string): string => fold(text).trim().replace(/\s+/g, ' ');

/** Text with a character that PostgreSQL or UTF-8 can't hold would be refused late, or stored as another text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** The largest number of PostgreSQL's `integer`, and of GraphQL's `Int`. */
export const INT_MAX = 2_147_483_647;
