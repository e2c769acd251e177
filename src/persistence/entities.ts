// Every entity, by name: no globs, so that dist/, a bundle and any Node load the same.
export { AuditEntry } from '../accounts/audit-entry.entity.js';
export { OneTimeToken } from '../accounts/one-time-token.entity.js';
export { RefreshToken } from '../accounts/refresh-token.entity.js';
export { Session } from '../accounts/session.entity.js';
export { User } from '../accounts/user.entity.js';
export { Apiary } from '../apiaries/apiary.entity.js';
export { Beehive } from '../beehives/beehive.entity.js';
export { Answer } from '../inspections/answer.entity.js';
export { HiveQuestion } from '../inspections/hive-question.entity.js';
export { Inspection } from '../inspections/inspection.entity.js';
export { InventoryItem } from '../inventory/inventory-item.entity.js';
export { StockMovement } from '../inventory/stock-movement.entity.js';
export { Mail } from '../mail/mail.entity.js';
export { Question } from '../questions/question.entity.js';
export { QuestionTemplate } from '../questions/question-template.entity.js';
export { BaseEntity } from './base.entity.js';
