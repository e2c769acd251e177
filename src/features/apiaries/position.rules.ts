// Where an apiary is, and who sees it exactly: hives are stolen (docs/place.md).
import { Field, Float, InputType, ObjectType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import type { Viewer } from '../../access/session-cache.js';
import { sharedApiaries } from '../../access/shared-apiaries.js';
import { hasScope, TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import type { Bind } from '../../database/where.js';
import { RequiredValue } from '../../graphql/input-fields.js';

import { type Point, toRounded, toStored } from '../../shared/geography.js';
import { Apiary } from './apiary.entity.js';
import { loadViewerRole } from './viewer-role.queries.js';

@ObjectType({ simpleResolvers: true, description: 'A position on the earth, in degrees of WGS 84.' })
export class Position implements Point {
  @Field(() => Float, { description: 'The latitude, −90 to 90.' })
  latitude!: number;

  @Field(() => Float, { description: 'The longitude, −180 to 180.' })
  longitude!: number;

  @Field(() => Boolean, {
    description:
      'Whether it is as it was recorded: for the owner and managers. For others, it is rounded to 0.01°, about a kilometre.',
  })
  isExact!: boolean;
}

@InputType({ description: 'A position on the earth, in degrees of WGS 84. More than five decimals are rounded.' })
export class PositionInput implements Point {
  @RequiredValue(Apiary, 'The latitude, {min} to {max}.')
  latitude!: number;

  @RequiredValue(Apiary, 'The longitude, {min} to {max}.')
  longitude!: number;
}

/** No rounded position is farther from the exact one: half of 0.01° in both directions, at the equator. */
export const ROUNDING_KM = 0.8;

/** The columns of a position that an input has: undefined leaves it as it is, null clears it. */
export function columnsOf(position: Point | null | undefined): { latitude?: number | null; longitude?: number | null } {
  if (position === undefined) return {};
  return position === null ? { latitude: null, longitude: null } : toStored(position);
}

/** Only a token that may change a position shows it exactly: programs that read, and those who steal their tokens, do without. */
export const mayShowExactly = ({ token }: Viewer): boolean => !token || hasScope(token, TokenScope.MANAGE);

/** Whether the viewer sees exactly where the apiary is. One statement for all apiaries of a request; none for those of the viewer. */
export async function seesExactly(context: Context, apiary: Pick<Row<Apiary>, 'id' | 'userId'>): Promise<boolean> {
  if (!mayShowExactly(context.viewer)) return false;
  const role = await loadViewerRole(context, apiary);
  return role === ApiaryRole.OWNER || role === ApiaryRole.MANAGER;
}

export async function loadPosition(context: Context, apiary: Row<Apiary>): Promise<Position | null> {
  const { latitude, longitude } = apiary;
  if (latitude === null || longitude === null) return null;
  const isExact = await seesExactly(context, apiary);
  const point = { latitude, longitude };
  return { ...(isExact ? point : toRounded(point)), isExact };
}

/**
 * The position of a row of `apiaries` that the viewer sees, as SQL: what a search compares with. A search by the exact position would tell
 * what the field does not show.
 */
export function writeShownPosition(viewer: Viewer, bind: Bind): Record<keyof Point, string> {
  const shown = (column: string): string => {
    const round = `round(${column}, 2)`;
    if (!mayShowExactly(viewer)) return `${round}::float8`;
    if (!viewer.isMember) return `${column}::float8`;
    const managed = sharedApiaries(viewer.id, ApiaryRole.MANAGER)(bind);
    const isExact = `owner_id = ${bind(viewer.id)} or id = any(array(${managed}))`;
    return `(case when ${isExact} then ${column} else ${round} end)::float8`;
  };
  return { latitude: shown('latitude'), longitude: shown('longitude') };
}
