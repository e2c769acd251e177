// The description of the schema: what holds for every operation, and is not said at a field. test/contract/schema-description.test.ts
// compares the figures with the constants in the sources.
import type { GraphQLSchema } from 'graphql';
import { MAX_PAGE_SIZE } from './page-args.js';

export function describeSchema(schema: GraphQLSchema): void {
  schema.description = describe();
  schema.getQueryType()!.description = 'What can be read.';
  schema.getMutationType()!.description =
    'What can be changed: each field takes at most one `input` and returns a payload, which may grow.';
  schema.getSubscriptionType()!.description = 'What the service tells by itself, over a WebSocket.';
}

/** Markdown, as descriptions in GraphQL are. */
const describe = (): string => `Apiaries, hives, inspections, treatments and inventory for beekeepers.

## Access

\`logIn\` and \`register\` return an access token: send it as \`Authorization: Bearer …\`. Only fields that concern logging in are public. Every other field returns records
of the current account, and a record of another account is the same as a missing one. A program sends a personal access token in the same way (\`createPersonalAccessToken\`):
what it may do is limited by its scope (\`SCOPE_MISSING\`), and what concerns the account itself needs a session (\`SESSION_REQUIRED\`).
What belongs to the account alone, such as its sessions and webhooks, is in fields of \`me\`. Of any other \`User\`, these fields are null with the error \`FORBIDDEN\`, but for
administrators with the permission that they name.

## Ids

An id is a UUID, unique among all types. \`node(id:)\` and \`nodes(ids:)\` return any record by its id, so a cache can refetch an object by \`id\` alone. Every type
that they return implements \`Node\`.

## Lists

A list that may grow is a [Relay connection](https://relay.dev/graphql/connections.htm): read \`nodes\` or \`edges\`, and continue with \`after\`, the \`endCursor\` of
\`pageInfo\`. \`first\` is at most ${MAX_PAGE_SIZE}; without it, the whole list is returned. A list of more than 10,000 rows is refused without \`first\`, and so are lists
of more than 100,000 rows that a document selects in several records; none is cut.
What limits a list is one input, \`filter\`, the same wherever the list is. Its \`from\` and \`to\` are days, inclusive, where the apiary is. So are other last days (\`endedOn\`, \`until\`), but for the end of reigns and placements, the day on which the next one may begin.
An id in an argument or a filter of a list that you do not see is NOT_FOUND, and \`fields\` names it.
A cursor belongs to its list and order; it stays valid while rows are added or deleted. \`totalCount\` of a page takes a statement of its own; selected alone, without
\`nodes\`, \`edges\` and \`pageInfo\`, it counts a list of any length without reading it.

## Later versions

A later version may add types, fields, optional arguments, values of enums and types that implement an interface. Ignore what you do not know: show an unknown value as
such, and give a switch over \`__typename\` or an enum a default.

## Arguments and input fields

\`null\` means the same as omitted: the default that the schema states, or none. Only in the input of a change does it clear the value, while an omitted field stays as it is.

## Retries

Send an \`Idempotency-Key\` header (1–255 visible ASCII characters, for example a UUID) with a mutation. A repeated operation with the same root fields and arguments under the
same key runs once; the stored response is returned for 30 days, with the header \`Idempotency-Replayed: true\`. If any field of it fails, nothing is stored, and the operation may be
sent again under the same key. What it selects is no part of the request: an app that selects more since an update gets the response that was stored. Public mutations, mutations that
confirm a password and those that require a permission ignore the key; the operations of \`executeOperations\` have keys of their own. A mutation without a key runs each of its fields in a
transaction of its own. Deleting something of yours again returns its id again. After \`UNAVAILABLE\` and \`RATE_LIMITED\`, wait for \`retryAfter\` seconds.

## Clients without a network

Choose the ids of new records yourself (\`newId\`, a UUID), so that others can refer to them before they are sent. The same input sent again under its id returns the record; any
other use of an id that is, or was, taken is refused with \`ID_TAKEN\`. Every record that may change has a \`version\`: send the one that you have as \`expectedVersion\`
with a change or a deletion. If it is no longer the version of the record, nothing is changed: the error \`VERSION_CONFLICT\` has, in \`current\`, the \`id\`, \`version\` and
\`updatedAt\` of the record, the \`changedFields\` since then (null if they are not known) and by whom they were \`changedBy\` (\`id\` and \`name\`), so that you can merge. The error of an operation has the same as \`RecordVersion\`, with \`recordId\` and \`Person\`.
What others add, such as stock movements and inspections, changes no version, unless it changes a field: a treatment \`isTreated\` of its hive, an inspection the state that it contains. With \`expectedVersion\`, a counted \`quantity\` is sent together with \`expectedQuantity\`. The version of a treatment is its \`revision\`.

\`changes\` brings copies of all records up to date: everything first, page by page, and from then on what has changed. \`executeOperations\` sends what was done meanwhile.

## Subscriptions

Subscriptions run over a WebSocket at the same address, with the protocol [graphql-transport-ws](https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md); queries and mutations do not. Send
\`{ authorization: "Bearer …" }\` with \`connection_init\`. The connection is closed with 4401 if the token is not valid, with 4403 when it has expired or its session has ended since (connect
again with a new token), with 1001 when the server stops and with 1013 if there are too many messages or connections (connect again later). Events have no data: read what you need.

## Errors

The response has \`errors\`, each with a \`message\` for people and \`extensions\` for programs: a stable \`code\`, a name of \`ErrorCode\`, or that of a malformed request,
such as \`GRAPHQL_VALIDATION_FAILED\`; where it is not specific enough, a \`reason\`, a name of \`ErrorReason\`. An error of an operation of \`executeOperations\` has the same as a type, \`OperationError\`.
\`fields\` lists each wrong field of the input: \`[{ field: "sources.0.beehiveId", message: "…" }]\`. A field that asks for more stock, honey or frames than there are
also has what is \`available\`, in its own unit; an answer that is missing has its \`questionId\`; a hive in a withdrawal period has its last day, \`until\`. FORBIDDEN names the
\`permission\` that the account lacks, or the \`scope\` that the token lacks, if that is the cause. A missing record is NOT_FOUND. A field that fails is null and leaves the rest of the response, unless it is non-null; root fields but \`me\`, and fields with arguments that can be refused, are nullable.

## Limits

| Limit | Figure |
|---|---|
| Body of a request | 256 KB |
| Commas and opening brackets of a body, outside of texts | 20,000 |
| Length of a document, unless the operator changed it | 20,480 bytes |
| Tokens of a document | 1,000 |
| Depth of an operation | 10 levels |
| Aliases of an operation, none within introspection | 60 |
| Directives of an operation | 30 |
| Fields that a document selects, after expanding fragments | 10,000 |
| Objects of a response; before execution, a list without \`first\` counts as 10 | 100,000 |
| Size of a response | 16 MB |
| Entries of a list in an input, unless its description says less | 500 |
| Message over a WebSocket | 32 KB |
| Subscriptions of a WebSocket | 10 |
| WebSockets of an account | 20 |
| WebSockets of an IP address | 500 |`;
