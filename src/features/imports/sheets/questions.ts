// What is not certain of how a file is read. Rows that an open question is about are not written.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import type { ImportDecimal, ImportQuestionKind } from '../import.enums.js';
import type { ColumnMapping, DateOrder, SheetChoices, SheetMapping } from '../import-source.types.js';
import { isOpenDay, readDay } from './days.js';
import { isKind, isSheetKind, isUpdated, SHEET_KINDS } from './kinds.js';
import { isOpenNumber, readNumber, SEPARATORS } from './numbers.js';
import { findBasis, isCertain, massesOf } from './units.js';

export interface Question {
  /** The same for the same question, also after another has been answered. */
  id: string;
  kind: ImportQuestionKind;
  sheet: number;
  column: number | null;
  text: MessageText;
  /** The most likely first. */
  candidates: readonly string[];
  /** What speaks for the first, as `serializeMessage` writes it. */
  evidence: readonly string[];
}

const idOf = (sheet: SheetMapping, kind: ImportQuestionKind, column?: ColumnMapping): string =>
  [sheet.sheet, ...(column ? [column.column] : []), kind].join('.');

/** A hive cannot be added beside another one of its name. */
const existingAnswers = (kind: string | null): string[] => [
  'LEAVE',
  ...(isSheetKind(kind) && isUpdated(kind) ? ['UPDATE'] : []),
  ...(kind === 'HIVES' ? [] : ['ADD']),
];

/** The most likely first. */
const ORDERS: Readonly<Record<DateOrder, readonly DateOrder[]>> = {
  DMY: ['DMY', 'MDY'],
  MDY: ['MDY', 'DMY'],
  YMD: ['YMD', 'DMY'],
};

/** The questions that a sheet may have, open as long as they are here. */
export function questionsOf(sheet: SheetMapping): Question[] {
  const { name } = sheet;
  const ask = (
    kind: ImportQuestionKind,
    text: MessageText,
    candidates: readonly string[],
    column?: ColumnMapping,
    evidence: readonly string[] = [],
  ): Question => ({
    ...{
      id: idOf(sheet, kind, column),
      kind,
      sheet: sheet.sheet,
      column: column?.column ?? null,
      text,
      candidates,
      evidence,
    },
  });
  const { kinds, apiaries, columns, existing } = sheet;
  return [
    ...(kinds
      ? [
          ask(
            'KIND',
            createMessage('What is each row of {name}?', { name }),
            kinds.length > 0 ? kinds : SHEET_KINDS,
            undefined,
            sheet.evidence,
          ),
        ]
      : []),
    ...(sheet.kind !== null && apiaries
      ? [
          ask('APIARY', createMessage('In which apiary are the rows of {name} that name none?', { name }), [
            ...(columns.some(({ field }) => field === 'apiary') ? ['ABOVE'] : []),
            ...apiaries,
          ]),
        ]
      : []),
    ...(sheet.kind === null ? [] : columns).flatMap((column) => {
      const { heading, units, remark, dateOrder, decimal } = column;
      return [
        ...(units
          ? [ask('UNIT', createMessage('In what are the values of {heading}?', { heading }), units, column)]
          : []),
        ...(remark && dateOrder
          ? [
              ask(
                'DATE_ORDER',
                createMessage('What is first in the days of {heading}: the day or the month?', { heading }),
                ORDERS[dateOrder],
                column,
              ),
            ]
          : []),
        ...(remark && decimal
          ? [
              ask(
                'DECIMAL',
                createMessage('What separates the decimals in the numbers of {heading}?', { heading }),
                decimal === '.' ? ['POINT', 'COMMA'] : ['COMMA', 'POINT'],
                column,
              ),
            ]
          : []),
      ];
    }),
    ...(sheet.kind !== null && !existing
      ? [
          ask(
            'EXISTING',
            createMessage('What becomes of rows of {name} of which there is another record already?', { name }),
            existingAnswers(sheet.kind),
          ),
        ]
      : []),
  ];
}

/** Whether a value can be read only when the question of its column is answered. */
export function isAbout({ kind, candidates }: Question, cell: Cell, beside = ''): boolean {
  if (kind === 'DATE_ORDER')
    return candidates[0] === 'YMD' ? readDay(cell, 'YMD')?.day !== readDay(cell, 'DMY')?.day : isOpenDay(cell);
  if (kind === 'DECIMAL') return isOpenNumber(cell);
  if (kind !== 'UNIT') return false;
  const unit = readNumber(cell, '.')?.unit || beside;
  const units = massesOf(unit) ?? [];
  return unit === '' || (!isCertain(units) && findBasis(unit) === undefined);
}

/** What a user has decided, with the answer of a question; undefined for an answer that is none. */
export function answer(choices: SheetChoices, question: Question, value: string | null): SheetChoices | undefined {
  const { kind, candidates, column } = question;
  const ofColumn = (decided: object): SheetChoices => ({
    ...choices,
    columns: { ...choices.columns, [column!]: { ...choices.columns?.[column!], ...decided } },
  });
  if (kind === 'KIND' && (value === null || isKind(value))) return { ...choices, kind: value, existing: undefined };
  if (value === null || value.trim() === '') return undefined;
  if (kind === 'APIARY')
    return value === 'ABOVE' && candidates[0] === 'ABOVE'
      ? { ...choices, isBelow: true }
      : { ...choices, apiaryName: value.trim() };
  if (!candidates.includes(value)) return undefined;
  if (kind === 'UNIT') return ofColumn({ unit: value });
  if (kind === 'DATE_ORDER') return ofColumn({ dateOrder: value });
  if (kind === 'DECIMAL') return ofColumn({ decimal: SEPARATORS[value as ImportDecimal] });
  return { ...choices, existing: value as SheetChoices['existing'] };
}
