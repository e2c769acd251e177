// What the tests of calendars share: the service, an account with an apiary, and a program that subscribes and parses what it gets.
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary({ name: 'Hillside' });
});
// An account has few calendars.
afterEach(() => app.database.sql('delete from calendar_feeds'));
afterAll(() => app.close());

export const inDays = (days: number, zone = 'UTC'): string => Temporal.Now.plainDateISO(zone).add({ days }).toString();

const CREATE = `mutation ($input: CreateCalendarFeedInput!) { createCalendarFeed(input: $input) {
  link calendarFeed { id name apiaryIds kinds assigneeIds language startHour alarmMinutes lastReadAt createdAt } } }`;
export const sendFeed = (who: Client, input: object) => who.graphql(CREATE, { input });
export interface Feed {
  link: string;
  calendarFeed: { id: string } & Record<string, unknown>;
}
export async function createFeed(input: object = {}, who = ana): Promise<Feed> {
  const { data, errors } = await sendFeed(who, input);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createCalendarFeed;
}
export const removeFeed = (who: Client, id: string) =>
  who.graphql('mutation ($id: ID!) { deleteCalendarFeed(input: { id: $id }) { deletedId } }', { id });

export interface ReadEvent {
  uid: string;
  sequence: number;
  summary: string;
  location: string | null;
  description: string | null;
  category: string;
  isDay: boolean;
  start: string;
  end: string | null;
  stamp: string;
  alarm: string | null;
}
export interface ReadCalendar {
  status: number;
  headers: Headers;
  text: string;
  calendar: InstanceType<typeof ICAL.Component>;
  events: ReadEvent[];
}

export const fetchLink = (link: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(link, { method, headers });

/** Reads a calendar as a program does, with a parser that is not the library that wrote it. */
export async function subscribe({ link }: Pick<Feed, 'link'>): Promise<ReadCalendar> {
  const response = await fetchLink(link);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map(readEvent);
  return { status: response.status, headers: response.headers, text, calendar, events };
}

function readEvent(component: InstanceType<typeof ICAL.Component>): ReadEvent {
  const event = new ICAL.Event(component);
  const alarm = component.getFirstSubcomponent('valarm');
  return {
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    location: event.location,
    description: event.description,
    category: String(component.getFirstPropertyValue('categories')),
    isDay: event.startDate.isDate,
    start: event.startDate.toString(),
    end: component.hasProperty('dtend') ? event.endDate.toString() : null,
    stamp: String(component.getFirstPropertyValue('dtstamp')),
    alarm: alarm ? alarmOf(alarm) : null,
  };
}

function alarmOf(alarm: InstanceType<typeof ICAL.Component>): string {
  const trigger = alarm.getFirstProperty('trigger')!;
  return `${trigger.getParameter('related') ?? 'START'} ${trigger.getFirstValue()}`;
}

export const eventOf = ({ events }: ReadCalendar, summary: string): ReadEvent => {
  const found = events.filter((event) => event.summary === summary);
  if (found.length !== 1) throw new Error(`${found.length} events “${summary}” of ${events.map((e) => e.summary)}`);
  return found[0]!;
};

export async function createTask(fields: object = {}, who = ana): Promise<{ id: string; version: number }> {
  const { createTask: created } = await who.ask(
    'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id version } } }',
    { input: { apiaryId: apiary, title: 'Check the supers', kind: 'INSPECT', dueOn: inDays(3), ...fields } },
  );
  return created.task;
}
export const updateTask = (id: string, fields: object, who = ana) =>
  who.ask('mutation ($input: UpdateTaskInput!) { updateTask(input: $input) { task { id } } }', {
    input: { id, ...fields },
  });
export const closeTask = (id: string, mutation: 'skipTask' | 'reopenTask', who = ana) =>
  who.ask(`mutation ($id: ID!) { ${mutation}(input: { id: $id }) { task { id } } }`, { id });
