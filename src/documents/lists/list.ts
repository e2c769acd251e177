// A list that is sent as a table is a row of data: the GraphQL document that reads a page of it, and what each column shows of a record.
import type { Context } from '../../context.js';
import type { Cell } from '../../formats/file-line.js';
import type { Language } from '../../shared/language.js';
import { toCamelCase } from '../../shared/text.js';
import { type Texts, texts } from '../../shared/texts.js';
import type { ListMap } from './apiary-map.js';

// biome-ignore lint/suspicious/noExplicitAny: the document says what a record has; a test executes each of them
export type Node = any;

export interface Column {
  /** What programs call it. */
  key: string;
  heading: Texts;
  /** In characters. */
  width: number;
  value: (node: Node, language: Language) => Cell;
}

export interface List {
  /** In the path. */
  name: string;
  title: Texts;
  /** For programmers: what a row is, and the order. */
  description: string;
  /** Its variables are the filters, by their names on the wire; `$page` and `$cursor` are set here. */
  document: string;
  /** The rows of a node of the connection; if absent, the node itself. */
  rows?: (node: Node) => Node[];
  columns: Column[];
  /** For a list of places, which is also sent as GeoJSON. */
  map?: ListMap;
  /** Further columns, which depend on the records of the account. */
  columnsOf?: (context: Context, variables: Record<string, unknown>, read: ReadNodes) => Promise<Column[]>;
}
/** Reads all nodes of another document. */
export type ReadNodes = (document: string, variables: Record<string, unknown>) => AsyncIterable<Node>;

type Value = (node: Node, language: Language) => unknown;
/** The field of the same name, in camel case. */
const fieldOf = (key: string): Value => {
  const name = toCamelCase(key);
  return (node) => node[name];
};
const column =
  (width: number, toCell: (value: unknown, language: Language) => Cell) =>
  (key: string, en: string, es: string, value: Value = fieldOf(key)): Column => ({
    key,
    heading: texts(en, es),
    width,
    value: (node, language) => {
      const found = value(node, language);
      return found === null || found === undefined || found === '' ? null : toCell(found, language);
    },
  });

export const text = column(22, String);
export const note = column(50, String);
export const number = column(12, Number);
export const day = column(12, (value) => ({ day: String(value) }));
/** In UTC, which the heading says. */
export const time = column(18, (value) => ({ at: new Date(value as string).toISOString() }));
export const yesNo = column(10, (value, language) => YES_NO[value ? 'yes' : 'no'][language]);
export const id = column(38, String);
/** A value of an enum, in words. */
export const word = (key: string, en: string, es: string, words: Record<string, Texts>, value?: Value): Column =>
  column(18, (name, language) => words[String(name)]?.[language] ?? String(name))(key, en, es, value);

export const YES_NO = { yes: texts('Yes', 'Sí'), no: texts('No', 'No') };

// What many lists have.
export const apiary = text('apiary', 'Apiary', 'Apiario', (node) => node.apiary?.name ?? node.apiaryLabel);
export const hive = text('hive', 'Hive', 'Colmena', ({ beehive, beehiveLabel }) => beehive?.label ?? beehiveLabel);
export const notes = note('notes', 'Notes', 'Notas');
export const actor = text('recorded_by', 'Recorded by', 'Registrado por', ({ actor }) => actor?.name);
export const record = id('id', 'Record', 'Registro', (node) => node.id);
export const recordOfHive = id(
  'beehive_id',
  'Record of the hive',
  'Registro de la colmena',
  ({ beehive }) => beehive.id,
);
