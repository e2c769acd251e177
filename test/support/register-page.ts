// Reads the register of treatments as a page.
import type { Client } from './client.js';

export interface ShownGroup {
  title: string;
  rows: { cells: string[]; below: string; isVoided: boolean }[];
}
export interface ShownSection {
  title: string;
  lines: string[];
  groups: ShownGroup[];
}

const textOf = (html: string): string =>
  html
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .trim();
const all = (pattern: RegExp, html: string): string[] => [...html.matchAll(pattern)].map(([, text]) => text!);

export function readSections(page: string): ShownSection[] {
  return all(/<section>([\s\S]*?)<\/section>/g, page).map((section) => ({
    title: textOf(/<h2>([\s\S]*?)<\/h2>/.exec(section)?.[1] ?? ''),
    lines: all(/<p>([\s\S]*?)<\/p>/g, section).map(textOf),
    groups: all(/<table>([\s\S]*?)<\/table>/g, section).map((table) => ({
      title: textOf(/<strong>([\s\S]*?)<\/strong>/.exec(table)![1]!),
      rows: all(/(<tbody[\s\S]*?)<\/tbody>/g, table).map((body) => {
        const cells = all(/<td[^>]*>([\s\S]*?)<\/td>/g, body).map(textOf);
        return { cells: cells.slice(0, -1), below: cells.at(-1)!, isVoided: body.startsWith('<tbody class="void"') };
      }),
    })),
  }));
}

export const pageOf = async (who: Client, query = ''): Promise<string> => {
  const headers = { authorization: `Bearer ${who.token}`, 'accept-language': 'en' };
  const response = await fetch(`${who.url}/api/v1/treatments/register/html${query}`, { headers });
  if (response.status !== 200) throw new Error(await response.text());
  return response.text();
};
export const sectionsOf = async (who: Client, query = ''): Promise<ShownSection[]> =>
  readSections(await pageOf(who, query));
