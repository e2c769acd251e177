import { OnlineMigration } from '../online-migration.js';

/** Imports, their files until they have been read, and their rows (ADR 0054). */
export class Migration20261128100000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...IMPORTS);
  }
}

const IMPORTS = [
  `create table if not exists "imports" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "user_id" uuid not null, "file_name" text not null, "status" text not null default 'WAITING', "size" int null,
    "received_bytes" int not null default 0, "format" text null, "checksum" text null, "details" jsonb null, "mapping" jsonb null,
    "problem" jsonb null, "revision" int not null default 0, "rows_total" int not null default 0, "rows_done" int not null default 0,
    "rows_with_problems" int not null default 0, "records_created" int not null default 0, "started_at" timestamptz(3) null,
    "finished_at" timestamptz(3) null, "undoable_until" timestamptz(3) null, primary key ("id"),
    constraint "imports_status_check" check ("status" in ('WAITING', 'READING', 'CHECKING', 'READY', 'FAILED', 'RUNNING', 'CANCELED',
      'DONE', 'UNDOING', 'UNDONE')),
    constraint "imports_format_check" check ("format" in ('CSV', 'XLSX', 'ARCHIVE', 'OPENBEEHIVE', 'HIVE_PAL', 'BEEP')),
    constraint "imports_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
  `create index if not exists "imports_user_index" on "imports" ("user_id", "created_at", "id")`,
  `create table if not exists "import_rows" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "import_id" uuid not null, "n" int not null, "sheet" int not null, "row" int not null, "cells" jsonb not null,
    "status" text not null default 'PENDING', "summary" text not null default '', "problems" jsonb not null default '[]',
    "has_problems" boolean not null default false, "records" jsonb not null default '[]', primary key ("id"),
    constraint "import_rows_unique" unique ("import_id", "n"),
    constraint "import_rows_status_check" check ("status" in ('PENDING', 'DONE', 'SKIPPED', 'FAILED', 'UNDONE', 'KEPT')),
    constraint "import_rows_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade)`,
  `create index if not exists "import_rows_problems_index" on "import_rows" ("import_id", "n") where has_problems`,
  `create table if not exists "import_files" ("import_id" uuid not null, "at" int not null, "bytes" bytea not null,
    primary key ("import_id", "at"),
    constraint "import_files_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade)`,
];
