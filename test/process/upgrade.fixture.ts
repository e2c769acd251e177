// A database of the first version, with a row in each table.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { openDatabase } from '../../src/database/orm.js';
import { model } from '../../src/model.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';

export const LAST_MIGRATION = 'Migration20261121171500';

export const id = (n: number): string => `019e0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const ANA = id(1);
export const APIARY = id(2);
export const BEEHIVE = id(3);
export const ITEM = id(4);
export const QUESTION = id(5);
export const HIVE_QUESTION = id(6);
const INSPECTION = id(7);
const SESSION = id(8);
export const DELETED_APIARY = id(10);
export const DELETED_HIVE_QUESTION = id(11);

export const CREDENTIALS = { email: 'ana@example.org', password: 'Demo-hives-1' };
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$kHqbCR1Vg/nisF/h9NQdRg$j26Cs7+qtyutalnMPtkktH1XmmKho5KGgoWQlzJWY2o';
export const REFRESH_TOKEN = 'a-refresh-token-of-the-first-version';
export const VERIFICATION_TOKEN = 'a-verification-token-of-the-first-version';
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
const REQUEST_HASH = 'f3ec7b3f0831b68317061bfac4f4848f5bd0d857424e1fdd478464a7353e3e54';
export const STORED_BODY = `{"id":"${id(12)}","user_id":"${ANA}","name":"Hilltop","location":"North","beehives_count":0,"treatments":false,"created_at":"Sun, 01 Nov 2026 08:00:00 GMT"}`;

export const DATA = `
  insert into users (id, created_at, updated_at, email, username, phone, password_hash, role, full_name, location, language)
    values ('${ANA}', now(), now(), '${CREDENTIALS.email}', 'ana', '600123456', '${PASSWORD_HASH}', 'ADMIN', 'Ana Peñón', 'Ávila', 'en');
  insert into sessions (id, created_at, updated_at, user_id, expires_at, device, address, last_seen_at)
    values ('${SESSION}', now(), now(), '${ANA}', now() + interval '20 days', 'a phone', '192.0.2.1', now());
  insert into refresh_tokens (id, created_at, updated_at, session_id, hash)
    values ('${id(13)}', now(), now(), '${SESSION}', '${hashToken(REFRESH_TOKEN)}');
  insert into session_changes (session_id) values ('${SESSION}');
  insert into one_time_tokens (id, created_at, updated_at, user_id, purpose, hash, email, expires_at)
    values ('${id(14)}', now(), now(), '${ANA}', 'VERIFY_EMAIL', '${hashToken(VERIFICATION_TOKEN)}', '${CREDENTIALS.email}',
      now() + interval '1 day');
  insert into mails (id, created_at, updated_at, recipient, subject, text, html, due_at)
    values ('${id(15)}', now(), now(), '${CREDENTIALS.email}', 'Welcome', 'Welcome', '<p>Welcome</p>', now() + interval '1 day');
  insert into audit_entries (id, created_at, updated_at, subject_id, field, before, after)
    values ('${id(16)}', now(), now(), '${ANA}', 'role', '"BEEKEEPER"', '"ADMIN"');
  insert into rate_limits (key, points, expire) values ('logIns:192.0.2.1', 3, 4102444800000);
  insert into question_templates (id, created_at, updated_at, key, category, text_es, text_en, group_es, group_en, answer_type, importance)
    values ('${id(17)}', now(), now(), 'own_question', 'COLONY_HEALTH', '¿Cómo huele?', 'How does it smell?', 'Olor', 'Smell', 'texto', 5);
  insert into apiaries (id, created_at, updated_at, owner_id, name, location, treatments)
    values ('${APIARY}', now(), now(), '${ANA}', 'El Encinar', 'Camino viejo, 3', true);
  insert into beehives (id, created_at, updated_at, apiary_id, number, activity_level, activity, food_frames, brood_frames, health_status,
      health, has_production_chamber, production_chamber, treatments, observations)
    values ('${BEEHIVE}', now(), now(), '${APIARY}', 17, 'Alta', 'HIGH', 4, 5, 'Presencia barroa',
      'AT_RISK', 'Si', true, true, 'Cría salteada');
  insert into inventory_items (id, created_at, updated_at, apiary_id, name, description, quantity, movement_count, unit, unit_kind,
      minimum_stock, unit_cost, currency)
    values ('${ITEM}', now(), now(), '${APIARY}', 'Láminas de cera', 'Cera estampada', 40, 1, 'Láminas', 'SHEETS', 50, 120, 'EUR');
  insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
    values ('${id(9)}', now(), now(), '${ITEM}', 1, 'INITIAL', 40, 40, '${ANA}', now());
  insert into questions (id, created_at, updated_at, apiary_id, text, answer_type, category, required, options, position, template_key)
    values ('${QUESTION}', now(), now(), '${APIARY}', '¿Pudo ver a la reina?', 'opciones', 'Salud', true, array['Sí', 'No'], 1,
      'presencia_reina');
  insert into hive_questions (id, created_at, updated_at, beehive_id, question_id, position, active)
    values ('${HIVE_QUESTION}', now(), now(), '${BEEHIVE}', '${QUESTION}', 3, false);
  insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, notes, actor_id, series_id)
    values ('${INSPECTION}', now(), now(), '${BEEHIVE}', '${APIARY}', 'COMPLETED', now(), 'Mucho polen', '${ANA}', '${INSPECTION}');
  insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, category, required, options,
      position, choice, answered_at, score)
    values ('${id(18)}', now(), now(), '${INSPECTION}', '${QUESTION}', '¿Pudo ver a la reina?', 'opciones', 'Salud', true,
      array['Sí', 'No'], 1, 'Sí', now(), 5);
  insert into kept_answers (owner_id, key, request_hash, status, body)
    values ('${ANA}', 'key-1', '${REQUEST_HASH}', 201, '${STORED_BODY}');
  insert into deletions (owner_id, id, kind)
    values ('${ANA}', '${DELETED_APIARY}', 'apiaries'), ('${ANA}', '${DELETED_HIVE_QUESTION}', 'hive_questions');`;

export let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase('template1');
  const { orm } = await openDatabase(model, database.server, 2);
  await orm.migrator.up({ to: LAST_MIGRATION });
  await orm.close(true);
  await database.sql(DATA);
});
afterAll(() => database.drop());
