/** Every reason of an error: `extensions.reason` over GraphQL, `error_code` over REST. openapi.json and schema.graphql list them. */
export const REASONS = {
  ACCOUNT_DISABLED: 'The account is deactivated.',
  ACCOUNT_IS_ADMINISTRATOR: 'An administrator is not deleted by another: take the role away first.',
  ACCOUNT_LOCKED: 'Too many wrong passwords were sent.',
  ALREADY_CORRECTED: 'The movement has been corrected before.',
  AFTER_EVENT: 'The colony was split or united before this day, as far as is recorded.',
  AFTER_PLACEMENT: 'The hive had left the apiary before this day.',
  APIARY_HAS_MEMBERS: 'The account owns apiaries that others use: transfer them, or confirm that they are deleted.',
  BEEHIVE_ENDED: 'The hive was lost or united with another one before.',
  BEEHIVE_LIVING: 'The hive has not ended.',
  BEEHIVE_NUMBER_TAKEN: 'The apiary has another living hive with this number.',
  BEEHIVE_QUEENLESS: 'No queen is recorded in the hive whose queen should stay.',
  BEFORE_EVENT: 'The colony was split or united after this day, as far as is recorded.',
  BEFORE_PLACEMENT:
    'The hive came to its apiary after this day, as far as is recorded: `correctPlacement` corrects that.',
  CHANGED_CONCURRENTLY:
    'Another request changed the record at the same moment: the same request can succeed if it is sent again.',
  DOCUMENT_TOO_LONG: 'The GraphQL document has too many characters.',
  EMAIL_NOT_VERIFIED: 'The e-mail address of the account must be verified first.',
  EMAIL_TAKEN: 'Another account has this e-mail address.',
  HARVEST_CLOSED: 'The harvest is closed: amend it.',
  HARVEST_EXHAUSTED: 'Less of the harvest is left than was requested.',
  HARVEST_IN_LOT: 'Lots contain honey of the harvest, or more than would be left.',
  HARVEST_IS_DRAFT: 'The harvest is a draft: close or update it.',
  HARVEST_NOT_FOR_SALE: 'A harvest is not for sale, so a lot with some of it cannot be for sale.',
  HARVEST_VOIDED: 'The harvest has been voided.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key belongs to another request.',
  ID_TAKEN: 'Another record has, or had, the id of the new one.',
  INSPECTION_COMPLETED: 'The inspection is completed: amend it.',
  INSPECTION_IS_DRAFT: 'The inspection is a draft: update it.',
  INSPECTION_REPLACED: 'The inspection has a later revision.',
  INSUFFICIENT_FRAMES: 'The hive has fewer frames than were requested.',
  INSUFFICIENT_STOCK: 'There is less in stock than was requested.',
  INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
  INVITATION_FOR_ANOTHER: 'The invitation is for an account with another e-mail address.',
  LAST_ADMINISTRATOR: 'No active administrator would remain.',
  LINEAGE_CYCLE: 'The queen would descend from herself.',
  LOT_CODE_TAKEN: 'The owner of the apiary has another lot with this code.',
  LOT_EXHAUSTED: 'Less of the lot is left than was to be packed.',
  LOT_HAS_PACKS: 'Something of the lot is packed, so it is kept.',
  OPERATION_TIMEOUT: 'The operation took too long: the mutation that was under way has changed nothing.',
  OWNER_CANNOT_LEAVE: 'The owner of an apiary cannot leave it.',
  NOT_A_MEMBER: 'The account is neither the owner nor a member of the apiary.',
  PLAN_RUNNING: 'The plan is being carried out on one of the hives: some of its tasks are open.',
  PUSH_ABORTED: 'Another operation of an atomic push was refused, so that none was executed.',
  QUEEN_HAS_REIGNS: 'The queen has reigns: delete them first.',
  QUOTA_EXCEEDED:
    'The account, or the owner of the apiary, holds more than the quota of the service: reading, exporting and deleting go on.',
  REIGN_ENDED: 'The reign has ended: correct it.',
  REIGN_OVERLAPS: 'A hive would have two queens on a day, or a queen would be in two hives.',
  ROLE_TOO_LOW: 'The role of the account in the apiary does not allow it.',
  SESSION_OVER: 'The session has ended: log in again.',
  STOCK_OVERFLOW: 'The stock would exceed the largest possible quantity.',
  TEMPLATE_KEY_TAKEN: 'The question bank has another template with this key.',
  TOKEN_INVALID: 'The token is malformed, expired or used.',
  TOKEN_MISSING: 'The request has no access token.',
  TOO_BROAD: 'The response would contain too many objects.',
  TOO_LARGE: 'The response would have too many bytes.',
  TOO_MANY_CONNECTIONS: 'The account, or the network, has as many open WebSockets as it can have.',
  TOO_MANY_FOLLOW_UPS: 'The treatment has as many follow-ups as it can have.',
  TOO_MANY_FRAMES: 'The hive would have more frames than can be recorded.',
  TOO_MANY_INVITATIONS: 'The apiary has as many open invitations as it can have.',
  TOO_MANY_MEMBERS: 'The apiary has as many members as it can have.',
  TOO_MANY_MEMBERSHIPS: 'The account is a member of as many apiaries as it can be.',
  TOO_MANY_PACKS: 'The lot has as many packs as it can have.',
  TOO_MANY_QUEENS: 'The account has as many queens as it can have.',
  TOO_MANY_QUESTIONS: 'The apiary has as many questions as it can have.',
  TOO_MANY_REIGNS: 'The hive has as many reigns of queens as it can have.',
  TOO_MANY_REVISIONS:
    'The treatment, or the harvest, has as many revisions as it can have: void it, and record another.',
  TOO_MANY_SUBSCRIPTIONS: 'The WebSocket has as many subscriptions as it can have.',
  TOO_MANY_VALUES: 'The body has more than 20,000 commas and opening brackets outside of texts: send less at once.',
  TRANSACTION_TOO_LONG:
    'The mutations of one transaction, an atomic push or an operation with an Idempotency-Key, take more than 5 seconds: send fewer at once.',
  TASK_CLOSED: 'The task was done, skipped or cancelled: open it again first.',
  TOO_MANY_TASKS: 'The apiary has as many open tasks as it can have.',
  TREATMENT_ENDED: 'The treatment has ended: correct it.',
  TREATMENT_REPLACED: 'The treatment has a later revision.',
  TREATMENT_VOIDED: 'The treatment has been voided.',
  VERSION_CONFLICT:
    'The record has another version than the expected one. Over GraphQL, `current` has its version, what has changed since and who changed it.',
  WITHDRAWAL_ACTIVE:
    'A hive was in a withdrawal period on the day of the harvest: `fields` names each hive and its last day.',
  WITHDRAWAL_UNKNOWN:
    'A hive was treated with a product whose withdrawal period is not stated: correct the treatment. Or a harvest would get another day, and a hive was deleted or given away, with its treatments.',
} as const;
export type Reason = keyof typeof REASONS;

/** The reasons as a list in Markdown. */
export const listReasons = (): string =>
  Object.entries(REASONS)
    .map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`)
    .join('\n');
