import { ArrayType } from '@mikro-orm/core';

/** An array of texts. MikroORM would write the text `null` as the value null, and control characters as JSON has them. */
export class TextArray extends ArrayType {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  }

  override getColumnType(): string {
    return 'text[]';
  }
}
