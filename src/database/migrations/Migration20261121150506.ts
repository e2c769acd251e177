import { Migration } from '@mikro-orm/migrations';

/** Roles, the question bank, the questions of apiaries, and inspections with their answers. */
export class Migration20261121150506 extends Migration {
  override up(): void {
    this.addSql(
      `create table "question_templates" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "key" text not null, "category" text not null, "text_es" text not null, "text_en" text not null, "group_es" text not null, "group_en" text not null, "answer_type" text not null, "required" boolean not null default false, "options_es" text[] null, "options_en" text[] null, "min" int null, "max" int null, "importance" int not null, "is_default" boolean not null default false, "retired_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`alter table "question_templates" add constraint "question_templates_key_unique" unique ("key");`);

    this.addSql(
      `create table "questions" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "apiary_id" uuid not null, "text" text not null, "answer_type" text not null, "category" text null, "required" boolean not null default false, "options" text[] null, "min" int null, "max" int null, "position" int not null, "active" boolean not null default true, "template_key" text null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "questions" add constraint "questions_position_unique" unique ("apiary_id", "position") deferrable initially deferred;`,
    );

    this.addSql(
      `create table "inspections" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "beehive_id" uuid not null, "apiary_id" uuid null, "status" text not null, "occurred_at" timestamptz(3) not null, "notes" text null, "actor_id" uuid not null, "visit_id" uuid null, "series_id" uuid not null, "revision" int not null default 1, "current" boolean not null default true, "reason" text null, primary key ("id"));`,
    );
    this.addSql(`create index "inspections_series_index" on "inspections" ("series_id", "revision");`);
    this.addSql(`create index "inspections_apiary_index" on "inspections" ("apiary_id", "occurred_at", "id");`);
    this.addSql(`create index "inspections_beehive_index" on "inspections" ("beehive_id", "occurred_at", "id");`);
    this.addSql(`create unique index "inspections_current_unique" on "inspections" ("series_id") where "current";`);

    this.addSql(
      `create table "answers" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "inspection_id" uuid not null, "question_id" uuid not null, "question_text" text not null, "answer_type" text not null, "category" text null, "required" boolean not null, "options" text[] null, "min" int null, "max" int null, "position" int not null, "text" text null, "number" double precision null, "choice" text null, "yes_no" boolean null, "answered_at" timestamptz(3) not null, "score" int null, primary key ("id"));`,
    );
    this.addSql(`create index "answers_trend_index" on "answers" ("question_id");`);
    this.addSql(`create index "answers_position_index" on "answers" ("inspection_id", "position", "id");`);
    this.addSql(
      `alter table "answers" add constraint "answers_question_unique" unique ("inspection_id", "question_id");`,
    );

    this.addSql(
      `create table "hive_questions" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "beehive_id" uuid not null, "question_id" uuid not null, "position" int not null default 0, "active" boolean not null default true, primary key ("id"));`,
    );
    this.addSql(`create index "hive_questions_question_index" on "hive_questions" ("question_id");`);
    this.addSql(
      `alter table "hive_questions" add constraint "hive_questions_unique" unique ("beehive_id", "question_id");`,
    );

    this.addSql(`alter table "users" add "role" text not null default 'BEEKEEPER';`);
    this.addSql(`alter table "users" add constraint "users_role_check" check ("role" in ('BEEKEEPER', 'ADMIN'));`);

    this.addSql(
      `alter table "question_templates" add constraint "question_templates_bounds_check" check (min <= max);`,
    );
    this.addSql(
      `alter table "question_templates" add constraint "question_templates_category_check" check ("category" in ('COLONY_HEALTH', 'QUEEN_STATUS', 'FOOD_STORES', 'PESTS_AND_DISEASE', 'EQUIPMENT', 'PRODUCTION'));`,
    );
    this.addSql(
      `alter table "question_templates" add constraint "question_templates_answer_type_check" check ("answer_type" in ('texto', 'numero', 'opciones', 'si_no'));`,
    );

    this.addSql(
      `alter table "questions" add constraint "questions_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete cascade;`,
    );
    this.addSql(`alter table "questions" add constraint "questions_position_check" check (position > 0);`);
    this.addSql(`alter table "questions" add constraint "questions_bounds_check" check (min <= max);`);
    this.addSql(
      `alter table "questions" add constraint "questions_answer_type_check" check ("answer_type" in ('texto', 'numero', 'opciones', 'si_no'));`,
    );

    this.addSql(
      `alter table "inspections" add constraint "inspections_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "inspections" add constraint "inspections_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null;`,
    );
    this.addSql(`alter table "inspections" add constraint "inspections_revision_check" check (revision > 0);`);
    this.addSql(
      `alter table "inspections" add constraint "inspections_status_check" check ("status" in ('DRAFT', 'COMPLETED'));`,
    );

    this.addSql(
      `alter table "answers" add constraint "answers_inspection_id_foreign" foreign key ("inspection_id") references "inspections" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "answers" add constraint "answers_answer_type_check" check ("answer_type" in ('texto', 'numero', 'opciones', 'si_no'));`,
    );

    this.addSql(
      `alter table "hive_questions" add constraint "hive_questions_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "hive_questions" add constraint "hive_questions_question_id_foreign" foreign key ("question_id") references "questions" ("id") on delete cascade;`,
    );

    // A change of role is news for living sessions too.
    this.addSql('drop trigger user_changed on users;');
    this.addSql(`
      create trigger user_changed after update of is_active, role on users
      for each row when ((old.is_active, old.role) is distinct from (new.is_active, new.role)) execute function note_user_change();`);
  }
}
