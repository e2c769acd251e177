import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { edgesOf } from '../../graphql/edges.js';
import { AuditChange, readAuditChange } from './audit-changes.types.js';
import { AuditEntry } from './audit-entry.entity.js';
import { person } from './person.edges.js';

@Resolver(() => AuditEntry)
class AuditChangeResolver {
  @FieldResolver(() => AuditChange, { description: 'What was changed, or done.' })
  change(@Root() entry: Row<AuditEntry>, @Ctx() { budget }: Context): AuditChange {
    const change = readAuditChange(entry);
    budget?.spend([change]);
    return change;
  }
}

export const auditEntryEdges = [
  AuditChangeResolver,
  edgesOf(AuditEntry, {
    actor: person('actorId', 'Who made the change; null for the command line, and if the account has been deleted.'),
    subject: person('subjectId', 'Whose account was changed; null if it has been deleted.'),
  }),
];
