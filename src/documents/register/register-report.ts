// The register of treatments as PDF: for each keeper a part of its own, in it a table for each apiary.
import type { Context } from '../../context.js';
import { openRegister, type RegisterFilter, type RegisterGroup } from '../../features/treatments/register.queries.js';
import type { Language } from '../../shared/language.js';
import { describeDays } from '../days-of-query.js';
import { loadToday, readAccount } from '../lists/keeper.js';
import { registerList } from '../lists/treatment-list.js';
import type { DocumentSize, OpenReport, Report } from '../reports/report.js';
import type { PdfDocument, PdfRow } from '../writers/pdf-document.js';
import { headGroup, headSection, PRINTED, printRow } from './layout.js';
import { REGISTER_TEXTS } from './texts.js';

/** The room that a keeper needs with the first rows. */
const ROOM_OF_KEEPER = 160;

/** @throws BAD_USER_INPUT (RESPONSE_TOO_BROAD) */
export async function openRegisterReport(
  context: Context,
  filter: RegisterFilter,
  { language, size, isLink }: { language: Language; size: DocumentSize; isLink?: true },
): Promise<OpenReport> {
  const t = REGISTER_TEXTS[language];
  const { isOwn, showsPositions, rows, sections } = await openRegister(context, filter);
  size.addRows(rows, 'from');
  const account = isOwn ? await readAccount(context) : undefined;
  const todayOf = await loadToday(context);
  const read = async (group: RegisterGroup): Promise<PdfRow[]> => {
    const all: PdfRow[] = [];
    for await (const row of group.read()) {
      const { cells, below, isVoided } = printRow(row, language, todayOf(row), group.apiary?.name);
      const printed = {
        cells,
        isStruck: isVoided,
        below: below.map(([label, text]) => `${label}: ${text}`).join(' · '),
      };
      size.addTexts(printed, 'from');
      all.push(printed);
    }
    return all;
  };
  const parts: { section: (typeof sections)[number]; groups: [RegisterGroup, PdfRow[]][] }[] = [];
  for (const section of sections) {
    const groups: [RegisterGroup, PdfRow[]][] = [];
    for (const group of section.groups) groups.push([group, await read(group)]);
    parts.push({ section, groups });
  }
  const columns = PRINTED.map(({ heading, weight }) => ({ heading: heading[language], weight }));
  const writeGroup = async (document: PdfDocument, [group, all]: [RegisterGroup, PdfRow[]]) => {
    const { title, lines } = headGroup(group, showsPositions && !isLink, language);
    await document.table(columns, all, { lines: [title, ...lines], continued: t.continued, seeBelow: t.seeBelow });
  };
  return {
    title: t.title,
    lines: [t.law, `${t.period}: ${describeDays(filter, t) || t.always}. ${t.dash}`],
    hasKeeper: true,
    layout: 'landscape',
    write: async (document) => {
      for (const [i, { section, groups }] of parts.entries()) {
        const heading = headSection(section, account, language);
        document.part(heading ? `${t.title} · ${heading.title}` : t.title, i > 0);
        if (heading) {
          document.heading(heading.title, ROOM_OF_KEEPER);
          for (const line of heading.lines) document.line(line);
          document.space();
        }
        for (const group of groups) await writeGroup(document, group);
      }
      if (rows === 0) document.line(t.empty);
    },
  };
}

export const registerReport: Report = {
  path: '/treatments/register/pdf',
  name: 'register-of-treatments',
  open: async ({ context, request, language, readerOf, size }) => {
    const filters = readerOf(registerList.document).readFilters(request.query);
    const { from, to, apiary_id: apiaryId } = filters as Record<string, string | undefined>;
    return openRegisterReport(context, { from, to, apiaryId }, { language, size });
  },
};
