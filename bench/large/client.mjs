// A client that counts the bytes of its responses.

export class Client {
  #url;
  #headers;

  constructor(port, token) {
    this.#url = `http://127.0.0.1:${port}`;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  /** @returns the data of an operation, and the bytes of the response */
  async graphql(query, variables) {
    const body = JSON.stringify({ query, variables });
    const response = await fetch(`${this.#url}/graphql`, { method: 'POST', headers: this.#headers, body });
    const text = await response.text();
    const { data, errors } = JSON.parse(text);
    if (errors) throw new Error(`${query.slice(0, 80)}: ${JSON.stringify(errors).slice(0, 500)}`);
    return { data, bytes: Buffer.byteLength(text) };
  }

  /** @returns the bytes of a response, which is not kept */
  async download(path) {
    const response = await fetch(`${this.#url}/api/v1${path}`, { headers: this.#headers });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    let bytes = 0;
    for await (const chunk of response.body) bytes += chunk.length;
    return bytes;
  }
}
