import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import type { Apiary } from './apiary.entity.js';
import { ApiaryMember } from './apiary-member.entity.js';

/** One statement for all apiaries of a request; none for those of the viewer. */
export async function loadViewerRole(
  { loaders, viewer }: Context,
  { id, userId }: Pick<Row<Apiary>, 'id' | 'userId'>,
): Promise<ApiaryRole> {
  if (userId === viewer.id) return ApiaryRole.OWNER;
  const { nodes } = await loaders.listOf(ApiaryMember, 'apiary', { where: { user: viewer.id } }).load(id);
  // A member who was removed after the apiary was read.
  if (!nodes[0]) throw AppError.notFound('Apiary');
  return nodes[0].role;
}
