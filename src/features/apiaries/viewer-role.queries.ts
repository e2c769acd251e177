import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { changedConcurrently } from '../../errors.js';
import type { Apiary } from './apiary.entity.js';
import { ApiaryMember } from './apiary-member.entity.js';

/**
 * One statement for all apiaries of a request; none for those of the viewer.
 * @throws CONFLICT (CHANGED_CONCURRENTLY) if the viewer lost access after the apiary was read: another try finds no apiary
 */
export async function loadViewerRole(
  { loaders, viewer }: Context,
  { id, userId }: Pick<Row<Apiary>, 'id' | 'userId'>,
): Promise<ApiaryRole> {
  if (userId === viewer.id) return ApiaryRole.OWNER;
  const { nodes } = await loaders.listOf(ApiaryMember, 'apiary', { where: { user: viewer.id } }).load(id);
  if (!nodes[0]) throw changedConcurrently();
  return nodes[0].role;
}
