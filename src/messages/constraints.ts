// What the constraints of the database mean to a client.

import type { Reason } from '../shared/error-reasons.js';
import { createMessage, type MessageText } from './message.js';

interface Violation {
  /** With a name that the database states as the detail of the error, if it needs one. */
  message: MessageText | ((detail: string) => MessageText);
  reason: Reason;
  /** The field of the input that is the cause, and what is said of it; none if it has another name in another mutation. */
  field?: readonly [name: string, message: MessageText];
}

/** Constraints that a client can violate, by name. */
const VIOLATIONS: Record<string, Violation> = {
  users_email_unique: {
    message: 'An account with this e-mail address already exists',
    reason: 'EMAIL_TAKEN',
    field: ['email', 'is taken'],
  },
  beehives_number_unique: {
    message: 'The apiary already has a hive with this number',
    reason: 'BEEHIVE_NUMBER_TAKEN',
    field: ['beehiveNumber', 'is the number of another hive'],
  },
  beehives_name_unique: {
    message: 'The apiary already has a hive with this name',
    reason: 'BEEHIVE_NAME_TAKEN',
    field: ['name', 'is the name of another hive'],
  },
  lots_code_unique: { message: 'Another lot has this code', reason: 'LOT_CODE_TAKEN', field: ['code', 'is taken'] },
  keepers_day_unique: {
    message: 'The account has a keeper from this day on',
    reason: 'KEEPER_DAY_TAKEN',
    field: ['validFrom', 'is the first day of another keeper'],
  },
  question_templates_key_unique: {
    message: 'The question bank already has a template with this key',
    reason: 'TEMPLATE_KEY_TAKEN',
    field: ['key', 'is taken'],
  },
  stock_movements_corrects_unique: {
    message: 'The movement has already been corrected',
    reason: 'ALREADY_CORRECTED',
    field: ['id', 'has already been corrected'],
  },
  queen_reigns_beehive_excluded: {
    message: 'The hive has a queen on some of these days',
    reason: 'REIGN_OVERLAPS',
  },
  queen_reigns_queen_excluded: {
    message: 'The queen is in another hive on some of these days',
    reason: 'REIGN_OVERLAPS',
  },
  queens_mother_check: {
    message: 'A queen cannot descend from herself',
    reason: 'LINEAGE_CYCLE',
    field: ['motherId', 'descends from the queen'],
  },
  queens_lineage_check: {
    message: 'A queen cannot descend from herself',
    reason: 'LINEAGE_CYCLE',
    field: ['motherId', 'descends from the queen'],
  },
  restricted_zones_reason: {
    message: (zone) =>
      createMessage('Bees would leave the restricted zone “{zone}”, and the request does not state why', { zone }),
    reason: 'RESTRICTED_ZONE',
    field: ['zoneReason', 'is required to leave the zone'],
  },
};
/** What a client is told of a violation. @param detail that of the error */
export function describeViolation(constraint = '', detail = '') {
  const known = VIOLATIONS[constraint];
  if (!known) return undefined;
  const { message, reason, field } = known;
  const fields = field && [{ field: field[0], message: field[1] }];
  return {
    message: typeof message === 'function' ? message(detail) : message,
    details: { reason, ...(fields && { fields }) },
  };
}

/** The records below which others are created, by the name of the foreign key. One that is missing was deleted concurrently. */
export const PARENTS: Record<string, string> = {
  beehive: 'Beehive',
  harvest: 'Harvest',
  inspection: 'Inspection',
  item: 'Inventory item',
  lot: 'Lot',
  queen: 'Queen',
  question: 'Question',
  treatment: 'Treatment',
};
