import { edgesOf } from '../../graphql/edges.js';
import { AuditEntry } from './audit-entry.entity.js';
import { person } from './person.edges.js';

export const auditEntryEdges = [
  edgesOf(AuditEntry, {
    actor: person('actorId', 'Who made the change; null for the command line, and if the account has been deleted.'),
    subject: person('subjectId', 'Whose account was changed; null if it has been deleted.'),
  }),
];
