// Every entity, by name instead of by glob: dist/, a bundle and every Node version load the same.

export { BaseEntity, OwnedEntity, TrackedEntity } from './base.entity.js';
export { AuditEntry } from './features/accounts/audit-entry.entity.js';
export { OneTimeToken } from './features/accounts/one-time-token.entity.js';
export { RefreshToken } from './features/accounts/refresh-token.entity.js';
export { Session } from './features/accounts/session.entity.js';
export { User } from './features/accounts/user.entity.js';
export { Activity } from './features/activity/activity.entity.js';
export { Apiary } from './features/apiaries/apiary.entity.js';
export { ApiaryInvitation } from './features/apiaries/apiary-invitation.entity.js';
export { ApiaryMember } from './features/apiaries/apiary-member.entity.js';
export { Beehive } from './features/beehives/beehive.entity.js';
export { BeehivePlacement } from './features/beehives/beehive-placement.entity.js';
export { ColonyEvent } from './features/beehives/colony-event.entity.js';
export { Answer } from './features/inspections/answer.entity.js';
export { BeehiveQuestion } from './features/inspections/beehive-question.entity.js';
export { Inspection } from './features/inspections/inspection.entity.js';
export { InventoryItem } from './features/inventory/inventory-item.entity.js';
export { StockMovement } from './features/inventory/stock-movement.entity.js';
export { Queen } from './features/queens/queen.entity.js';
export { QueenReign } from './features/queens/queen-reign.entity.js';
export { Question } from './features/questions/question.entity.js';
export { QuestionTemplate } from './features/questions/question-template.entity.js';
export { MiteCount } from './features/treatments/mite-count.entity.js';
export { Treatment } from './features/treatments/treatment.entity.js';
export { TreatmentFollowUp } from './features/treatments/treatment-follow-up.entity.js';
export { Mail } from './mail/mail.entity.js';
