// What is written where a medicine would be: medicines, food of bees, and that there was none.
import { createMessage, type MessageText } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
import type { Table } from './detect-columns.js';
import {
  AGAINST_VARROA,
  FOODS,
  NO_MEDICINES,
  NO_MEDICINES_AT_START,
  OTHER_MEDICINES,
  VAGUE_NAMES,
  WORKS,
} from './dictionary.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { splitNames } from './split-names.js';
import { asText } from './values.js';

/** What else says whether a treatment was done, how many strips there were, and what was done. */
export const OF_TREATMENTS = splitNames({
  done: [
    'done, completed, finished, status, state, treated, given, applied, administered',
    'hecho, hecha, completada, realizado, realizada, aplicado, aplicada, tratado, tratada, estado',
    'erledigt, durchgeführt, behandelt, gegeben, zustand',
    'fait, effectué, traité, traitée, appliqué, état, statut',
    'fatto, eseguito, trattato, trattata, applicato, stato',
    'feito, realizado, tratado, aplicado, estado',
  ],
  amount: ['strips, number of strips, dose, dosage', 'tiras, dosis', 'streifen, dosis', 'lanières', 'strisce', 'tiras'],
  action: [
    'action, event, type, what, work, operation, task, activity',
    'acción, actividad, tipo, operación, trabajo, tarea, evento',
    'aktion, art, arbeit, tätigkeit, maßnahme',
    'action, opération, type, travail',
    'azione, operazione, tipo, lavoro',
    'ação, operação, tipo, tarefa',
  ],
});

export const isMedicine = (text: string): boolean => AGAINST_VARROA.test(text) || OTHER_MEDICINES.test(text);

/** `No`, `not treated`, `x`: whether something was given, not what. */
export function isNoMedicine(text: string): boolean {
  const folded = fold(text).trim();
  return NO_MEDICINES.has(folded) || NO_MEDICINES_AT_START.test(folded);
}

/** Syrup with thymol is a medicine. */
export const isFood = (text: string): boolean => FOODS.test(fold(text)) && !isMedicine(text);

/** What was done with the bees, without giving them anything. */
const isWork = (text: string): boolean => WORKS.test(fold(text)) && !isMedicine(text);

/** `Apivar out`, `Retrait Apivar`: that it was taken out of the hive. */
const TAKEN_OUT =
  /(?<!\p{L})(?:out|remov(?:e|ed|al|ing)|pulled|retir(?:ar|ad[oa]s?|ada|er|ee?s?)|retrait|quitar|quitad[oa]s?|sacar|sacad[oa]s?|entfern(?:t|en|ung)|entnommen|entnahme|raus|rimoss[oaie]|rimozione|togliere|tolt[oaie]|remocao|removid[oa]s?)(?!\p{L})/u;
export const saysTakenOut = (text: string): boolean => TAKEN_OUT.test(fold(text));

/** That what is written was not done, or not yet. */
const NOT_DONE =
  /^(?:no|n|0|false|falso|nein|non|nao|nicht|not|pas|none|skip(?:ped)?|pending|planned|scheduled|due|to ?do|cancell?ed|missed|pendientes?|por hacer|omitid[oa]|cancelad[oa]|planificad[oa]|programad[oa]|geplant|offen|ausgefallen|ausstehend|prevue?|a faire|annulee?|en attente|da fare|previst[oa]|annullat[oa]|pendente|por fazer|agendad[oa])(?![\p{L}\p{N}])/u;
export const saysNotDone = (text: string): boolean => NOT_DONE.test(fold(text).trim());

/** @returns why a product is none that a treatment could have */
export function refuseProduct(value: string): MessageText | undefined {
  if (isNoMedicine(value)) return createMessage('{value} is no medicine', { value });
  if (isWork(value)) return createMessage('{value} is work, and no medicine', { value });
  if (saysTakenOut(value))
    return createMessage('{value} is the end of a treatment: write it in a column of its own', { value });
  return isFood(value) ? createMessage('{value} is food, and no medicine', { value }) : undefined;
}

/** The columns of what was given to the bees. A group of an experiment is called a treatment, too: its values are no medicines. */
export const productColumns = (table: Table): number[] =>
  table.headings.flatMap((heading, column) => (isNamed(heading, PRODUCTS) ? [column] : []));
const PRODUCTS = [...FIELD_NAMES.product!, ...VAGUE_NAMES.product!];

/** The share of the values of a column of which something is true; 0 if it has none. */
export function shareOf(table: Table, column: number, is: (text: string) => boolean): number {
  const texts = table.cellsOf(column).map(asText);
  return texts.length === 0 ? 0 : texts.filter(is).length / texts.length;
}

export const hasMedicines = (table: Table): boolean =>
  productColumns(table).some((column) => shareOf(table, column, isMedicine) >= 0.5);

/** Whether a list says what was given to each of its hives: then it is none of hives or queens alone. */
export const saysProduct = (table: Table): boolean =>
  hasMedicines(table) || table.headings.some((heading) => isNamed(heading, FIELD_NAMES.product!));
