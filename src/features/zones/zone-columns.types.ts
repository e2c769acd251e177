// Geometric types of PostgreSQL as text, which only its functions read.
import { Type } from '@mikro-orm/core';

/** An array of polygons, each as PostgreSQL writes it: `((0,0),(1,0),(1,1))`. */
export class Polygons extends Type<string[] | string | null, string | null> {
  override convertToDatabaseValue(value: string[] | string | null): string | null {
    return Array.isArray(value) ? `{${value.map((polygon) => `"${polygon}"`).join(',')}}` : value;
  }

  override getColumnType(): string {
    return 'polygon[]';
  }
}

export class Boxes extends Type<string, string> {
  override getColumnType(): string {
    return 'box';
  }
}
