// What an account sees of its own through REST, and what it sees through GraphQL, in one shape that is neither's.
import { expect } from '@jest/globals';
import { Client } from './client.js';

interface Seen {
  apiaries: unknown[];
}
type Fields = Record<string, unknown>;

/** Read without the telephone: what the app asks for itself is another matter. */
export async function readBothApis({
  url,
  token,
}: {
  url: string;
  token?: string | undefined;
}): Promise<Record<'rest' | 'graphql', Seen>> {
  const client = new Client(url, token);
  return { rest: await overRest(client), graphql: await overGraphql(client) };
}

export async function expectSameOnBothApis(who: Parameters<typeof readBothApis>[0]): Promise<void> {
  const { rest, graphql } = await readBothApis(who);
  expect(rest).toEqual(graphql);
}

const day = (date: string): string => new Date(date).toUTCString();
const moment = (date: string): number => Date.parse(date);

async function overRest(client: Client): Promise<Seen> {
  const list = async (path: string): Promise<Fields[]> => {
    const { status, body } = await client.rest('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${body.message}`);
    return body;
  };
  const each = <T>(things: Fields[], look: (thing: Fields) => Promise<T>): Promise<T[]> =>
    Promise.all(things.map(look));

  const apiaries = await each(await list('/apiaries'), async (a) => ({
    id: a.id,
    owner: a.user_id,
    name: a.name,
    location: a.location,
    treatments: a.treatments,
    hives: a.beehives_count,
    since: day(a.created_at as string),
    beehives: await each(await list(`/beehives/apiary/${a.id}`), async (h) => ({
      id: h.id,
      apiary: h.apiary_id,
      number: h.hive_number,
      seen: [h.activity_level, h.bee_population, h.hive_status, h.health_status, h.has_production_chamber],
      frames: [h.food_frames, h.brood_frames],
      observations: h.observations,
      treatments: h.treatments,
      dates: [moment(h.created_at as string), moment(h.updated_at as string)],
      answers: (await list(`/answers/hive/${h.id}`)).map((answer) => ({
        id: answer.id,
        question: answer.question_id,
        asked: answer.question_text,
        answer: answer.answer,
        score: answer.score,
        at: moment(answer.answered_at as string),
      })),
    })),
    questions: (await list(`/questions/apiary/${a.id}`)).map((q) => ({
      id: q.id,
      apiary: q.apiary_id,
      text: q.question_text,
      type: q.question_type,
      category: q.category,
      flags: [q.is_required, q.is_active],
      options: q.options,
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
      dates: [moment(i.created_at as string), moment(i.updated_at as string)],
      movements: (await list(`/inventory/${i.id}/movements`)).map((m) => ({
        id: m.id,
        type: m.movement_type,
        balance: [m.quantity, m.stock_before, m.stock_after],
        texts: [m.person, m.reason, m.notes],
        at: moment(m.date as string),
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
      inspections { nodes { answers { id questionId questionText asText points answeredAt } } }
    } }
    questions { id apiaryId text answerType category required active options min max position }
    inventoryItems { nodes {
      id apiaryId itemName quantity minimumStock lowStock unit description category batchNumber supplier storageLocation expiryDate
      purchaseDate createdAt updatedAt
      movements { nodes { id direction quantity balanceBefore balanceAfter person reason notes occurredAt } }
    } }
  } }
}`;
const TYPES: Record<string, string> = { TEXT: 'texto', NUMBER: 'numero', CHOICE: 'opciones', YES_NO: 'si_no' };
const DIRECTIONS: Record<string, string> = { IN: 'entry', OUT: 'exit' };
type Nodes<K extends string> = Record<K, { nodes: Fields[] }>;

async function overGraphql(client: Client): Promise<Seen> {
  const data = await client.ask<Nodes<'apiaries'>>(EVERYTHING);
  const apiaries = data.apiaries.nodes.map((a) => ({
    id: a.id,
    owner: a.userId,
    name: a.name,
    location: a.location,
    treatments: a.treatments,
    hives: a.beehivesCount,
    since: day(a.createdAt as string),
    beehives: (a as Nodes<'beehives'>).beehives.nodes.map((h) => ({
      id: h.id,
      apiary: h.apiaryId,
      number: h.beehiveNumber,
      seen: [h.activityLevel, h.beePopulation, h.hiveStatus, h.healthStatus, h.hasProductionChamber],
      frames: [h.foodFrames, h.broodFrames],
      observations: h.observations,
      treatments: h.isTreated,
      dates: [moment(h.createdAt as string), moment(h.updatedAt as string)],
      answers: (h as Nodes<'inspections'>).inspections.nodes.flatMap(({ answers }) =>
        (answers as Fields[]).map((answer) => ({
          id: answer.id,
          question: answer.questionId,
          asked: answer.questionText,
          answer: answer.asText,
          score: answer.points,
          at: moment(answer.answeredAt as string),
        })),
      ),
    })),
    questions: (a.questions as Fields[]).map((q) => ({
      id: q.id,
      apiary: q.apiaryId,
      text: q.text,
      type: TYPES[q.answerType as string],
      category: q.category,
      flags: [q.required, q.active],
      options: q.options,
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
      dates: [moment(i.createdAt as string), moment(i.updatedAt as string)],
      movements: (i as Nodes<'movements'>).movements.nodes.map((m) => ({
        id: m.id,
        type: DIRECTIONS[m.direction as string],
        balance: [m.quantity, m.balanceBefore, m.balanceAfter],
        texts: [m.person, m.reason, m.notes],
        at: moment(m.occurredAt as string),
      })),
    })),
  }));
  return { apiaries };
}
