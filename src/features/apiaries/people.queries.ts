// Which accounts a viewer knows: those with which apiaries are shared.
import type { Seen } from '../../graphql/seen-ids.js';
import { Apiary } from './apiary.entity.js';
import { ApiaryMember } from './apiary-member.entity.js';

/** The viewer, and the owners and members of apiaries that the viewer sees. */
export const seenPeople: Seen = {
  record: 'User',
  write: ({ of, bind }, ids, viewer) => {
    const viewerId = `${bind(viewer.id)}::uuid`;
    const [apiaries, members] = [of(Apiary), of(ApiaryMember)];
    return `select ${viewerId} as id where ${viewerId} = any(${ids})
      union select owner_id from ${apiaries.table} where ${apiaries.ownership} and owner_id = any(${ids})
      union select user_id from ${members.table} where ${members.ownership} and user_id = any(${ids})`;
  },
};
