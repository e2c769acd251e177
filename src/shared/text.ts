/** Separates the words of a type's name: `InventoryItem` becomes `Inventory item`. */
export const humanize = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `apiaryId` becomes `apiary_id`, as a column of the database and a field of REST. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Removes case and accents, exactly as the search columns of the database do (inventory-item.entity.ts). */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Two words have the same key if they differ only in case, accents and white space. */
export const normalizeWord = (text: string): string => fold(text).trim().replace(/\s+/g, ' ');

/** Two names are the same if they differ only in case and white space: `Peña` and `Pena` are two. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether PostgreSQL and UTF-8 can represent the text; other text would fail late or be stored changed. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Characters that show nothing, inside of a class of a regular expression: white space, controls, and letters, symbols and marks that Unicode defines as
 * blank (fillers of Hangul and Khitan, the blank Braille pattern, variation selectors).
 */
export const INVISIBLE =
  '\\p{Z}\\p{C}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ud81b\\udfe4\\ud834\\udd59\\udb40\\udd00-\\udb40\\uddef';
const VISIBLE_CHARACTER = new RegExp(`[^${INVISIBLE}]`, 'u');

/** Whether the text has no visible character: neither white space nor invisible characters count. */
export const isBlank = (text: string): boolean => !VISIBLE_CHARACTER.test(text);

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** The maximum of PostgreSQL's `integer` and of GraphQL's `Int`. */
export const INT_MAX = 2_147_483_647;

export const capitalize = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** A name without spaces at its ends, and with one where there are several: names that look the same are the same. */
export const tidyName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/^ | $/g, '');
