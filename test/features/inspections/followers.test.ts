// What is made of inspections elsewhere (documents, calendars, events and trends) follows when one is moved, amended or voided.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { eventually } from '../../support/mail.js';
import { extractText } from '../../support/pdf.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

const DAY_MS = 86_400_000;
/** The days after which a hive is to be inspected again. */
const INTERVAL = 14;
// At noon, so that it is the same day in the time zone of the apiaries.
const at = new Date(`${new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`);
const due = new Date(at.getTime() + INTERVAL * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

let app: TestApp;
let receiver: WebhookReceiver;
let ana: Beekeeper;
beforeAll(async () => {
  receiver = await WebhookReceiver.listen();
  app = await startTestApp({ WEBHOOK_HOSTS: 'http://127.0.0.1' });
  ana = await beekeeper(app);
  await app.database.sql(`update users set is_verified = true, language = 'en' where id = $1`, [ana.id]);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

interface Place {
  apiary: string;
  hive: string;
}
const settle = async (name: string): Promise<Place> => {
  const apiary = await ana.apiary({ name });
  return { apiary, hive: await ana.beehive(apiary, { beehiveNumber: 7 }) };
};

/** What the season of an apiary counts, its trends, and the events of its calendar on the day on which the hive is due. */
async function figuresOf({ apiary }: Place, link: string): Promise<[number, (number | null)[], number]> {
  const response = await fetch(`${app.url}/api/v1/reports/season/pdf?year=${at.getUTCFullYear()}&apiary_id=${apiary}`, {
    headers: { authorization: `Bearer ${ana.token}`, 'accept-language': 'en' },
  });
  const text = extractText(Buffer.from(await response.arrayBuffer())).replace(/\s+/g, ' ');
  const trends = (await ana.ask(`{ apiary(id: "${apiary}") { answerTrends(period: MONTH) { periods { max } } } }`))
    .apiary;
  const calendar = await (await fetch(link)).text();
  return [
    Number(/Inspections: (\d+)/.exec(text)![1]),
    trends.answerTrends.flatMap(({ periods }: { periods: { max: number }[] }) => periods.map(({ max }) => max)),
    calendar.split(`DTSTART;VALUE=DATE:${due}`).length - 1,
  ];
}
const feedOf = async ({ apiary }: Place): Promise<string> => {
  const input = { apiaryIds: [apiary], kinds: ['OVERDUE_INSPECTION'] };
  const { createCalendarFeed } = await ana.ask(
    'mutation ($input: CreateCalendarFeedInput!) { createCalendarFeed(input: $input) { link } }',
    { input },
  );
  return createCalendarFeed.link;
};

it('documents, calendars and trends follow, and a webhook is told', async () => {
  const [north, south] = [await settle('North'), await settle('South')];
  const links = [await feedOf(north), await feedOf(south)] as const;
  const figures = async () => [await figuresOf(north, links[0]), await figuresOf(south, links[1])];
  const none = [0, [], 0];
  expect(await figures()).toEqual([none, none]);
  const { createQuestion } = await ana.ask(
    `mutation { createQuestion(input: { apiaryId: "${north.apiary}", text: "Frames", answerType: NUMBER }) { question { id } } }`,
  );
  const path = '/inspections';
  const { createWebhook } = await ana.ask(
    `mutation { createWebhook(input: { url: "${receiver.url}${path}", kinds: [INSPECTION] }) { secret } }`,
  );
  receiver.secrets.set(path, [createWebhook.secret]);
  const told = (count: number) =>
    eventually(`${count} events`, async () => {
      const events = receiver.eventsAt(path).map(({ type, data }) => `${type} ${data.recordId} ${data.apiaryId}`);
      return events.length >= count ? events.toSorted() : undefined;
    });

  const answers = (number: number) => [{ questionId: createQuestion.question.id, number }];
  const record = { beehiveId: north.hive, answers: answers(4), occurredAt: at };
  const { recordInspection } = await ana.ask(
    'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
    { input: record },
  );
  const first = recordInspection.inspection.id;
  expect(await figures()).toEqual([[1, [4], 1], none]);
  const { amendInspection } = await ana.ask(
    'mutation ($input: AmendInspectionInput!) { amendInspection(input: $input) { inspection { id } } }',
    { input: { id: first, answers: answers(5), reason: 'Miscounted' } },
  );
  const second = amendInspection.inspection.id;
  expect(await figures()).toEqual([[1, [5], 1], none]);
  const { moveInspection } = await ana.ask(
    'mutation ($input: MoveInspectionInput!) { moveInspection(input: $input) { inspection { id } } }',
    { input: { id: second, beehiveId: south.hive, reason: 'Wrong hive' } },
  );
  const moved = moveInspection.inspection.id;
  expect(await figures()).toEqual([none, [1, [5], 1]]);
  await ana.ask('mutation ($input: VoidInspectionInput!) { voidInspection(input: $input) { inspection { id } } }', {
    input: { id: moved, reason: 'Never happened' },
  });
  expect(await figures()).toEqual([none, none]);
  expect(await told(5)).toEqual(
    [
      `inspection.created ${first} ${north.apiary}`,
      `inspection.created ${second} ${north.apiary}`,
      `inspection.updated ${second} ${north.apiary}`,
      `inspection.created ${moved} ${south.apiary}`,
      `inspection.updated ${moved} ${south.apiary}`,
    ].toSorted(),
  );
});
