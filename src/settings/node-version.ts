// The service is promised to run on the versions of Node in `engines` of package.json. npm checks them only when it installs packages.

/** The lowest version in `engines`. */
const MIN = { major: 22, minor: 17 };

/** @returns a message if this version of Node is too old, such as v20.19.0 */
export function describeOldNode(version = process.version): string | undefined {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  if (major > MIN.major || (major === MIN.major && minor >= MIN.minor)) return undefined;
  return `Node ${MIN.major}.${MIN.minor} or later is required, better 24: this is ${version} (${process.execPath})`;
}
