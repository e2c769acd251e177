// Whether a record of a treatment came from an archive, which is a file that anybody can write: what it says of the days before this service
// had it, only that file says. Its course tells: an archive is restored under ids that follow from those in it (features/archives), which are
// UUIDs of version 5; the service gives each course that it records an id of version 7, and no client chooses one.

/** The version of a UUID is its fifteenth character. */
const [PLACE, VERSION] = [14, '5'];

export const isFromArchive = ({ courseId }: { courseId: string }): boolean => courseId[PLACE] === VERSION;
/** The same as SQL about a row of the table. */
export const IS_FROM_ARCHIVE = `substr(course_id::text, ${PLACE + 1}, 1) = '${VERSION}'`;
