// A GraphQL client in plain fetch: logs in, sends an operation, and turns its errors into one.
const address = `${process.env.SERVICE ?? 'http://127.0.0.1:4000'}/graphql`;

export class RequestError extends Error {
  /** @param {{ message: string, path?: string[], extensions: { code: string, reason?: string, retryAfter?: number } }[]} errors */
  constructor(errors) {
    super(errors.map(({ message, extensions }) => `${extensions.reason ?? extensions.code}: ${message}`).join('; '));
    Object.assign(this, errors[0].extensions);
  }
}

export class Client {
  /** @param send replaces `fetch`, for example to simulate a bad connection */
  constructor(send = fetch) {
    this.send = send;
  }

  /** @throws RequestError, or whatever `send` throws if there is no response */
  async request(query, variables, { key } = {}) {
    const headers = {
      'content-type': 'application/json',
      ...(this.token && { authorization: `Bearer ${this.token}` }),
      ...(key && { 'idempotency-key': key }),
    };
    const response = await this.send(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const { data, errors } = await response.json();
    if (errors) throw new RequestError(errors);
    return { ...data, isReplay: response.headers.get('idempotency-replayed') === 'true' };
  }

  async logIn(email = 'demo@example.org', password = 'Demo-hives-1') {
    const mutation = 'mutation LogIn($input: LogInInput!) { logIn(input: $input) { accessToken user { username } } }';
    const { logIn } = await this.request(mutation, { input: { email, password } });
    this.token = logIn.accessToken;
    return logIn.user;
  }
}
