// Elements whose names say all to a client of GraphQL, whom the description of the schema tells what ids, pages and versions are. REST has no
// such place: there, each parameter and property is described.

/** What elements with these names may be described as, without saying more than the name. */
const PLAIN: readonly (readonly [name: RegExp, description: RegExp])[] = [
  [/^(id|\w+Ids?)$/, /^(A UUID|The ids? of (the|its|one of your) [\w -]+)\.$/],
  [/^createdAt$/, /^When it was created\.$/],
  [/^updatedAt$/, /^When it was last changed\.$/],
  [/^first$/, /^Page size, 1–\d+\.$/],
  [/^after$/, /^Only what follows this cursor\.$/],
  [/^expectedVersion$/, /^The `\w+` that the record must still have \(VERSION_CONFLICT\)\.$/],
];

/** Returns the description, unless the name says as much. */
export const describeBeyondName = (name: string, description: string | null | undefined): string | null | undefined =>
  PLAIN.some(([names, descriptions]) => names.test(name) && descriptions.test(description ?? '')) ? null : description;
