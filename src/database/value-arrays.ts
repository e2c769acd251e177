import { ArrayType } from '@mikro-orm/core';

export class UuidArray extends ArrayType {
  override getColumnType(): string {
    return 'uuid[]';
  }
}

export class IntArray extends ArrayType<number> {
  constructor() {
    super(Number);
  }

  override getColumnType(): string {
    return 'int[]';
  }
}
