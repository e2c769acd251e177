// The functions and triggers of the database: the current text of each that is written by hand stands in sql/functions/, those of owners, deletions and
// the change log follow from the records.
import { createHash } from 'node:crypto';
import type { MetadataStorage, MigrationObject } from '@mikro-orm/core';
import { createLogTriggers, describeLog } from '../changelog/log-triggers.js';
import { OnlineMigration } from '../database/online-migration.js';
import { describeOwnership } from '../records/ownership.js';
import { recordRows } from '../records/records.js';
import { writeDeletionTriggers } from './deletion-triggers.js';
import { writeOwnerTriggers } from './owner-triggers.js';
import { readStatements } from './sql-files.js';

interface Trigger {
  name: string;
  table: string;
  text: string;
  /** Is its comment in the database, so that a trigger that has not changed is left alone, and one that is gone is known as ours. */
  checksum: string;
}
export interface Routines {
  functions: string[];
  triggers: Trigger[];
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
/** Begins the comment of a trigger: other triggers are the operator's. */
const OURS = 'beekeeping:';
const TRIGGER = /^create (?:or replace |constraint )?trigger (?<name>\w+)\s[\s\S]*? on (?<table>\w+)/;

export function describeRoutines(metadata: MetadataStorage): Routines {
  const owned = describeOwnership(metadata);
  const statements = [
    ...readStatements('functions'),
    ...writeOwnerTriggers(owned),
    ...writeDeletionTriggers(owned),
    ...writeLogTriggers(metadata),
  ];
  const routines: Routines = { functions: [], triggers: [] };
  for (const text of statements) {
    const { name, table } = TRIGGER.exec(text)?.groups ?? {};
    if (name && table) routines.triggers.push({ name, table, text, checksum: OURS + checksumOf(text) });
    else routines.functions.push(text);
  }
  return routines;
}

function writeLogTriggers(metadata: MetadataStorage): string[] {
  const entities = [...metadata.getAll().values()];
  return recordRows.flatMap(([entity, { tracked }]) => {
    if (!tracked) return [];
    const { tableName, props } = entities.find(({ className }) => className === entity)!;
    const columns = props.flatMap(({ fieldNames, kind }) =>
      fieldNames?.length === 1 && kind !== '1:m' ? fieldNames : [],
    );
    return createLogTriggers(describeLog(entity, tableName, columns, tracked));
  });
}

/** Is in the names of the migrations of functions and triggers. */
export const ROUTINES = '-routines-';

/**
 * A migration that comes after all others and creates the functions and triggers. Its name contains a checksum of their texts: it is pending
 * again whenever one has changed. Only those that are in force are noted as applied.
 */
export function migrateRoutines(after: string, { functions, triggers }: Routines): MigrationObject {
  const checksum = checksumOf([...functions, ...triggers.map(({ text }) => text)].join('\n'));
  class RoutinesMigration extends OnlineMigration {
    override async up(): Promise<void> {
      await this.inTransaction(async (execute) => {
        // Those that were in force before: if their texts come back, they are pending again.
        await execute(`delete from mikro_orm_migrations where name like '%${ROUTINES}%'`);
        // A function may stand before another one that it calls.
        await execute(['set local check_function_bodies = off;', ...functions].join('\n'));
      });
      const existing = (await this.execute(`
        select tgname as name, tgrelid::regclass::text as table, obj_description(oid, 'pg_trigger') as checksum
        from pg_trigger where not tgisinternal
          and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`)) as Omit<
        Trigger,
        'text'
      >[];
      const isSame = (a: Omit<Trigger, 'text'>) => (b: Omit<Trigger, 'text'>) =>
        a.name === b.name && a.table === b.table;
      const changed = triggers.filter((one) => existing.find(isSame(one))?.checksum !== one.checksum);
      const gone = existing.filter((one) => one.checksum?.startsWith(OURS) && !triggers.some(isSame(one)));
      for (const table of new Set([...gone, ...changed].map((one) => one.table))) {
        const drop = ({ name }: { name: string }): string => `drop trigger if exists ${name} on ${table};`;
        const ofTable = changed.filter((one) => one.table === table);
        await this.alter(
          [
            ...gone.filter((one) => one.table === table).map(drop),
            ...ofTable.flatMap((one) => [
              // PostgreSQL replaces no constraint trigger.
              ...(one.text.startsWith('create constraint') ? [drop(one)] : []),
              one.text,
              `comment on trigger ${one.name} on ${table} is '${one.checksum}';`,
            ]),
          ].join('\n'),
        );
      }
    }
  }
  return { name: `${after}${ROUTINES}${checksum}`, class: RoutinesMigration };
}
