// The service is promised to run on the versions of Node in `engines` of package.json. npm checks them only when it installs packages.

/** The lowest major version in `engines`. */
const MIN_MAJOR = 22;

/** @returns a message if this version of Node is too old, such as v20.19.0 */
export function describeOldNode(version = process.version): string | undefined {
  const major = Number(/^v(\d+)\./.exec(version)?.[1]);
  if (major >= MIN_MAJOR) return undefined;
  return `Node ${MIN_MAJOR} or later is required, better 24: this is ${version} (${process.execPath})`;
}
