// What of a record's changes is logged (ADR 0022).

/** Names are those of columns. */
export interface LoggedTable {
  table: string;
  entity: string;
  /** The column that leads to the apiary: its own id, the apiary's, or that of a hive, an item, a lot or a treatment of the apiary. */
  path: 'id' | 'apiary_id' | 'beehive_id' | 'item_id' | 'lot_id' | 'treatment_id';
  /** By what people recognise the row, or the SQL of that. If omitted, by the label of its hive or item, if it has one. */
  label?: string | ((row: string) => string) | undefined;
  /** The account that the row is about. Its name is not logged, so that nothing of an account remains that is deleted. */
  subject?: string | undefined;
  /** Each change of one of them is logged with its values and is a new version. */
  columns: readonly string[];
  /** Each change of one of them is logged without values and is a new version. */
  silent?: readonly string[] | undefined;
  /** The values that the entries of a creation and a deletion contain. */
  created?: readonly string[] | undefined;
  /** Rows move from one apiary to another: the log of the apiary that they leave has an entry, too. */
  moves?: boolean | undefined;
  /** People do not see its entries. */
  hidden?: boolean | undefined;
  /** Only insertions are logged; the table has no versions. */
  insertsOnly?: boolean | undefined;
}

/** What the table of records says of a logged table. */
export interface Tracking
  extends Pick<LoggedTable, 'path' | 'label' | 'subject' | 'silent' | 'created' | 'moves' | 'hidden' | 'insertsOnly'> {
  /** Columns that are derived from others, or recorded elsewhere: a change of nothing else is not logged and is no new version. */
  ignored?: readonly string[];
  /** Fields that are no columns, and have no entries of their own: each new version may have changed them. */
  unlogged?: readonly string[];
}
