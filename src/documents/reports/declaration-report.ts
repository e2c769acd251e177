// The annual declaration as PDF: the living hives of the keeper by country and apiary, to be sent to the authority or copied into its form.
import { loadOwnDay } from '../../features/apiaries/apiary-days.queries.js';
import { MOBILITIES } from '../../features/apiaries/mobilities.texts.js';
import { declarationPeriod } from '../../features/movements/declaration-periods.rules.js';
import { nameCountry } from '../../shared/country.js';
import { groupBy } from '../../shared/group-by.js';
import type { Node } from '../lists/list.js';
import { declarationList } from '../lists/movement-lists.js';
import { MOVEMENT_TEXTS } from './movement-texts.js';
import { type Report, readAll } from './report.js';

const sumOf = (apiaries: Node[]): number => apiaries.reduce((sum, { beehivesCount }) => sum + beehivesCount, 0);

export const declarationReport: Report = {
  path: '/declaration/pdf',
  name: 'annual-declaration',
  open: async (source) => {
    const { context, request, language, readerOf, t: common } = source;
    const t = MOVEMENT_TEXTS[language];
    const filters = readerOf(declarationList.document).readFilters(request.query) as { year?: number; day?: string };
    const year = filters.year ?? Number((await loadOwnDay(context)).slice(0, 4));
    const apiaries = await readAll(source, declarationList.document, { ...filters, year }, 'day');
    // Countries have different days. Without an apiary there is none but that of today.
    const days: string[] = apiaries.map(({ day }) => day).sort();
    const columns = [
      { heading: t.registerNumber, weight: 20 },
      { heading: t.apiary, weight: 26 },
      { heading: t.municipality, weight: 24 },
      { heading: t.mobility, weight: 14 },
      { heading: t.living, weight: 12, isNumber: true },
    ];
    return {
      title: `${t.declaration} ${year}`,
      lines: [t.declarationLaw],
      ...(days.length > 0 && { keeperDays: { from: days[0]!, to: days.at(-1)! } }),
      layout: 'portrait',
      write: async (document) => {
        if (apiaries.length === 0) return document.line(common.empty);
        for (const [country, there] of groupBy(apiaries, (one): string | null => one.country)) {
          document.heading(country === null ? t.noCountry : nameCountry(country, language), 90);
          document.line(t.state({ day: there[0].day, hives: sumOf(there), apiaries: there.length }));
          const period = declarationPeriod(country, year);
          if (period) document.line(t.period(period));
          const rows = there.map((one) => ({
            cells: [
              one.registerNumber ?? '',
              one.name,
              one.municipality ?? '',
              one.mobility === null ? '' : MOBILITIES[one.mobility]![language],
              String(one.beehivesCount),
            ],
          }));
          const sum = { cells: ['', t.sum, '', '', String(sumOf(there))] };
          await document.table(columns, [...rows, sum]);
        }
        document.line(t.signature);
      },
    };
  },
};
