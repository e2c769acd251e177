// Sends a single request, for verification, and builds the bytes of a request, for the load generator.

/** @returns the response, with its approximate size on the wire */
export async function send(port, { method, path, body, headers }) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  let head = 15 + response.statusText.length;
  for (const [name, value] of response.headers) head += name.length + value.length + 4;
  return { status: response.status, size: head + Buffer.byteLength(text), json: jsonOf(text) };
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const refused = ({ status, json }) => status >= 300 || json === undefined || json?.errors !== undefined;

export function bytesOf({ method, path, body, headers }, port) {
  const text = body ? JSON.stringify(body) : '';
  const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
