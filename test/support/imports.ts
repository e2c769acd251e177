// Imports a file as a client does: creates the import, sends the file, and waits for each step.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.js';

export interface ImportAnswer {
  id: string;
  status: string;
  format: string | null;
  failure: string | null;
  rows_total: number;
  rows_done: number;
  rows_with_problems: number;
  records_created: number;
  received_bytes: number;
  sheets: { sheet: number; name: string; kind: string | null; apiary_name: string | null; columns: ColumnAnswer[] }[];
}
export interface ColumnAnswer {
  column: number;
  heading: string;
  field: string | null;
  date_order: string | null;
}
interface RowProblem {
  column: number | null;
  heading: string | null;
  value: string | null;
  message: string;
}
export interface RowAnswer {
  sheet: number;
  row: number;
  status: string;
  summary: string;
  cells: string[];
  problems: RowProblem[];
  remarks: RowProblem[];
  records: { kind: string; record_id: string }[];
}

const UNDER_WAY = ['READING', 'CHECKING', 'RUNNING', 'UNDOING'];

export async function createImport(who: Client, fileName = 'hives.csv'): Promise<string> {
  const { status, body } = await who.rest<ImportAnswer>('POST', '/imports', { file_name: fileName });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

export function sendFile(
  { url, token }: Client,
  id: string,
  file: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/imports/${id}/file`, {
    method: 'PUT',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body: file,
  });
}

/** Waits until the present step is over. */
export async function settled(who: Client, id: string, timeoutMs = 60_000): Promise<ImportAnswer> {
  for (const until = Date.now() + timeoutMs; ; await wait(50)) {
    const { body } = await who.rest<ImportAnswer>('GET', `/imports/${id}`);
    if (!UNDER_WAY.includes(body.status)) return body;
    if (Date.now() > until) throw new Error(`the import is still ${body.status}`);
  }
}

/** Creates an import of a file, and waits until its rows have been checked, or it has failed. */
export async function upload(
  who: Client,
  file: string | Uint8Array<ArrayBuffer>,
  fileName?: string,
): Promise<ImportAnswer> {
  const id = await createImport(who, fileName);
  const response = await sendFile(who, id, file);
  if (response.status !== 202) throw new Error(await response.text());
  return settled(who, id);
}

/** Does something with an import, and waits until it is over. */
export async function act(
  who: Client,
  id: string,
  action: 'run' | 'cancel' | 'undo',
  body: object = {},
): Promise<ImportAnswer> {
  const answer = await who.rest('POST', `/imports/${id}/${action}`, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return settled(who, id);
}

export async function rowsOf(who: Client, id: string, query = ''): Promise<RowAnswer[]> {
  return (await who.rest<RowAnswer[]>('GET', `/imports/${id}/rows${query}`)).body;
}
