// Reads all records of an account over REST and over GraphQL, and converts both to one common shape.
import { expect } from '@jest/globals';
import { Client } from './client.js';

interface Snapshot {
  apiaries: unknown[];
}
type Fields = Record<string, unknown>;

/** Uses a plain client, so that these reads are not recorded as calls of the mobile app. */
export async function readBothApis({
  url,
  token,
}: {
  url: string;
  token?: string | undefined;
}): Promise<Record<'rest' | 'graphql', Snapshot>> {
  const client = new Client(url, token);
  return { rest: await overRest(client), graphql: await overGraphql(client) };
}

export async function expectSameOnBothApis(account: Parameters<typeof readBothApis>[0]): Promise<void> {
  const { rest, graphql } = await readBothApis(account);
  expect(rest).toEqual(graphql);
}

const toDay = (date: string): string => new Date(date).toUTCString();
const toTime = (date: string): number => Date.parse(date);

async function overRest(client: Client): Promise<Snapshot> {
  const list = async (path: string): Promise<Fields[]> => {
    const { status, body } = await client.rest('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${body.message}`);
    return body;
  };
  const each = <T>(rows: Fields[], convert: (row: Fields) => Promise<T>): Promise<T[]> =>
    Promise.all(rows.map(convert));

  const apiaries = await each(await list('/apiaries'), async (a) => ({
    id: a.id,
    owner: a.owner_id,
    name: a.name,
    location: a.location,
    treatments: a.treatments,
    beehivesCount: a.beehives_count,
    createdAt: toDay(a.created_at as string),
    beehives: await each(await list(`/beehives/apiary/${a.id}`), async (h) => ({
      id: h.id,
      apiary: h.apiary_id,
      number: h.hive_number,
      states: [h.activity_level, h.bee_population, h.hive_status, h.health_status, h.has_production_chamber],
      frames: [h.food_frames, h.brood_frames],
      observations: h.observations,
      treatments: h.treatments,
      dates: [toTime(h.created_at as string), toTime(h.updated_at as string)],
      answers: (await list(`/answers/hive/${h.id}`)).map((answer) => ({
        id: answer.id,
        question: answer.question_id,
        questionText: answer.question_text,
        answer: answer.answer,
        score: answer.score,
        at: toTime(answer.answered_at as string),
      })),
      records: (await list(`/treatments/hive/${h.id}`)).map((t) => ({
        id: t.id,
        beehive: t.hive_id,
        texts: [t.treatment_type, t.product_name, t.dosage_applied, t.dosage_unit, t.applied_by, t.final_result],
        days: [t.start_date, t.end_date, t.estimated_duration_days, t.withdrawal_days, t.expiry_date],
        status: t.status,
        followUps: (t.followups as Fields[]).map((f) => [f.followup_id, f.treatment_id, f.review_date, f.notes]),
      })),
    })),
    questions: (await list(`/questions/apiary/${a.id}`)).map((q) => ({
      id: q.id,
      apiary: q.apiary_id,
      text: q.question_text,
      type: q.question_type,
      category: q.category,
      flags: [q.is_required, q.is_active],
      options: q.answerType === 'YES_NO' ? ['Sí', 'No'] : q.options,
      bounds: [q.min_value, q.max_value],
      position: q.display_order,
    })),
    items: await each(await list(`/inventory/${a.id}`), async (i) => ({
      id: i.id,
      apiary: i.apiary_id,
      name: i.name,
      stock: [i.quantity, i.minimum_stock, i.low_stock],
      unit: i.unit,
      texts: [i.description, i.category, i.batch_number, i.supplier, i.storage_location],
      days: [i.expiry_date, i.purchase_date],
      dates: [toTime(i.created_at as string), toTime(i.updated_at as string)],
      movements: (await list(`/inventory/${i.id}/movements`)).map((m) => ({
        id: m.id,
        type: m.movement_type,
        balance: [m.quantity, m.stock_before, m.stock_after],
        texts: [m.person, m.reason, m.notes],
        at: toTime(m.date as string),
      })),
    })),
  }));
  return { apiaries };
}

const EVERYTHING = `{
  apiaries { nodes {
    id userId name location treatments beehivesCount createdAt
    beehives { nodes {
      id apiaryId beehiveNumber activityLevel beePopulation hiveStatus healthStatus hasProductionChamber foodFrames broodFrames observations
      isTreated createdAt updatedAt
      treatments { nodes {
        id beehiveId kind productName dose doseText doseUnit appliedBy finalResult startedOn endedOn plannedDays withdrawalDays expiryDate
        status followUps { id treatment { id } reviewedOn notes }
      } }
      inspections(filter: { statuses: [COMPLETED] }) { nodes { answers { id questionId questionText asText score answeredAt } } }
    } }
    questions { id apiaryId text answerType category required active options min max position }
    inventoryItems { nodes {
      id apiaryId itemName quantity minimumStock lowStock unit description category batchNumber supplier storageLocation expiryDate
      purchaseDate createdAt updatedAt
      stockMovements { nodes { id direction quantity balanceBefore balanceAfter person reason notes occurredAt } }
    } }
  } }
}`;
const TYPES: Record<string, string> = { TEXT: 'texto', NUMBER: 'numero', CHOICE: 'opciones', YES_NO: 'opciones' };
const STATUS_WORDS: Record<string, string> = { ACTIVE: 'active', COMPLETED: 'Completado', VOIDED: 'Anulado' };
const DIRECTIONS: Record<string, string> = { IN: 'entry', OUT: 'exit' };
type Nodes<K extends string> = Record<K, { nodes: Fields[] }>;

async function overGraphql(client: Client): Promise<Snapshot> {
  const data = await client.ask<Nodes<'apiaries'>>(EVERYTHING);
  const apiaries = data.apiaries.nodes.map((a) => ({
    id: a.id,
    owner: a.userId,
    name: a.name,
    location: a.location,
    treatments: a.treatments,
    beehivesCount: a.beehivesCount,
    createdAt: toDay(a.createdAt as string),
    beehives: (a as Nodes<'beehives'>).beehives.nodes.map((h) => ({
      id: h.id,
      apiary: h.apiaryId,
      number: h.beehiveNumber,
      states: [h.activityLevel, h.beePopulation, h.hiveStatus, h.healthStatus, h.hasProductionChamber],
      frames: [h.foodFrames, h.broodFrames],
      observations: h.observations,
      treatments: h.isTreated,
      dates: [toTime(h.createdAt as string), toTime(h.updatedAt as string)],
      answers: (h as Nodes<'inspections'>).inspections.nodes.flatMap(({ answers }) =>
        (answers as Fields[]).map((answer) => ({
          id: answer.id,
          question: answer.questionId,
          questionText: answer.questionText,
          answer: answer.asText,
          score: answer.score ?? 0,
          at: toTime(answer.answeredAt as string),
        })),
      ),
      records: (h as Nodes<'treatments'>).treatments.nodes.map((t) => ({
        id: t.id,
        beehive: t.beehiveId,
        texts: [t.kind, t.productName, t.doseText ?? t.dose, t.doseUnit, t.appliedBy, t.finalResult],
        days: [t.startedOn, t.endedOn, t.plannedDays, t.withdrawalDays, t.expiryDate],
        status: STATUS_WORDS[t.status as string],
        followUps: (t.followUps as Fields[]).map((f) => [f.id, (f.treatment as Fields).id, f.reviewedOn, f.notes]),
      })),
    })),
    questions: (a.questions as Fields[]).map((q) => ({
      id: q.id,
      apiary: q.apiaryId,
      text: q.text,
      type: TYPES[q.answerType as string],
      category: q.category,
      flags: [q.required, q.active],
      options: q.answerType === 'YES_NO' ? ['Sí', 'No'] : q.options,
      bounds: [q.min, q.max],
      position: q.position,
    })),
    items: (a as Nodes<'inventoryItems'>).inventoryItems.nodes.map((i) => ({
      id: i.id,
      apiary: i.apiaryId,
      name: i.itemName,
      stock: [i.quantity, i.minimumStock, i.lowStock],
      unit: i.unit,
      texts: [i.description, i.category, i.batchNumber, i.supplier, i.storageLocation],
      days: [i.expiryDate, i.purchaseDate],
      dates: [toTime(i.createdAt as string), toTime(i.updatedAt as string)],
      movements: (i as Nodes<'stockMovements'>).stockMovements.nodes.map((m) => ({
        id: m.id,
        type: DIRECTIONS[m.direction as string],
        balance: [m.quantity, m.balanceBefore, m.balanceAfter],
        texts: [m.person, m.reason, m.notes],
        at: toTime(m.occurredAt as string),
      })),
    })),
  }));
  return { apiaries };
}
