// What the rows before a row, and the apiaries of the account, say of the place that it names.
import { createMessage } from '../../../messages/message.js';
import { normalizeName } from '../../../shared/text.js';
import type { RowProblem } from '../import-source.types.js';
import type { ApiaryNames } from './apiary-names.js';
import { endOf } from './hive-end.js';
import { digestOf } from './row-ids.js';
import { dayOf, hiveOf, problemAt, type SheetRow, textOf } from './row-values.js';

/** Follows the rows of a file that have no problem, in their order. */
export class SeenPlaces {
  private readonly apiaries = new Set<string>();
  /** By hive, the row that lists it. */
  private readonly listed = new Map<string, string>();
  private readonly ended = new Map<string, string>();
  private readonly latest = new Map<string, string>();

  constructor(private readonly names: ApiaryNames) {}

  follow(row: SheetRow): { problem?: RowProblem | undefined; remark?: RowProblem | undefined } {
    const name = textOf(row, 'apiary')!;
    const isNew = this.names.find(name) === undefined;
    const near = isNew ? this.names.findNearly(name) : undefined;
    if (near !== undefined) {
      const text = '{value} is nearly {known}: write the name of that apiary, or create this one first';
      return { problem: problemAt(row, 'apiary', createMessage(text, { value: name, known: near })) };
    }
    const problem = this.followHive(row, normalizeName(`${name} ${hiveOf(row)}`));
    const isFirst = isNew && !problem && !this.apiaries.has(normalizeName(name));
    if (isFirst) this.apiaries.add(normalizeName(name));
    const text = createMessage('{value} is a new apiary', { value: name });
    return { problem, remark: isFirst ? problemAt(row, 'apiary', text) : undefined };
  }

  private followHive(row: SheetRow, hive: string): RowProblem | undefined {
    if (hiveOf(row) === undefined) return undefined;
    const ended = this.ended.get(hive);
    if (row.kind === 'HIVES') {
      const listed = ended === undefined ? this.listed.get(hive) : undefined;
      const digest = digestOf(row);
      if (listed !== undefined && listed !== digest)
        return problemAt(row, 'hive', 'Another row of the file is about the same hive');
      this.listed.set(hive, digest);
      this.ended.delete(hive);
    } else if (ended !== undefined && (dayOf(row, 'date') ?? '') > ended) {
      const text = 'The hive of this name ended on {day}: record the one after it first';
      return problemAt(row, 'hive', createMessage(text, { day: ended }));
    }
    const day = dayOf(row, 'date') ?? '';
    const end = row.kind === 'HIVES' || row.kind === 'INSPECTIONS' ? endOf(row) : undefined;
    const latest = this.latest.get(hive) ?? '';
    if (end && end.lostOn! < latest) {
      const text = createMessage('The file has a later record of this hive, of {day}', { day: latest });
      return problemAt(row, 'hive', text);
    }
    if (end) this.ended.set(hive, end.lostOn!);
    if (day > latest) this.latest.set(hive, day);
    return undefined;
  }
}
