/** The transactions that other databases of the server run or have prepared. They write nothing here. */
const ELSEWHERE = `
  select backend_xid from pg_stat_get_activity(null) other, this where backend_xid is not null and other.datid <> this.datid
  union all select transaction from pg_prepared_xact(), this where dbid <> this.datid`;

/**
 * SQL: every transaction of this database with a lower number has ended, and the statement sees what it has written.
 *
 * A transaction that runs counts unless it is known to be another database's: one that ends between the snapshot of the statement and the
 * look at the activity counts, and so does one that the role may not see. A standby does not know the databases of transactions.
 */
export const HORIZON = `case when pg_is_in_recovery() then pg_snapshot_xmin(pg_current_snapshot()) else least(
    (select running from pg_snapshot_xip(pg_current_snapshot()) running where running::xid not in (
      with this as (select datid from pg_stat_get_activity(pg_backend_pid()))${ELSEWHERE}) order by running limit 1),
    pg_current_xact_id_if_assigned(), pg_snapshot_xmax(pg_current_snapshot())) end`;

/** The timeline of a server that is not a standby, as the names of its WAL files have it: another one after a failover. */
export const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';
