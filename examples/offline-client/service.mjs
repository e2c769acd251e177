// Requests over HTTP, with the tokens of the account, which are kept in the database.
import { inTransaction, readState, resetCopies, writeState } from './database.mjs';
import { LOG_IN, REFRESH } from './documents.mjs';

export class RequestError extends Error {
  /** @param {{ message: string, extensions: { code: string, reason?: string, retryAfter?: number } }} error */
  constructor({ message, extensions }) {
    super(message);
    this.extensions = extensions;
  }
}

export class Service {
  /** @param send replaces `fetch`, for example to simulate a bad connection */
  constructor(db, address = process.env.SERVICE ?? 'http://127.0.0.1:4000', send = fetch) {
    this.db = db;
    this.url = new URL('/graphql', address);
    this.send = send;
  }

  get token() {
    return readState(this.db, 'accessToken');
  }

  /** @throws RequestError, or whatever `send` throws if there is no answer */
  async request(query, variables) {
    try {
      return await this.sendOnce(query, variables);
    } catch (error) {
      if (error.extensions?.code !== 'UNAUTHENTICATED') throw error;
      await this.refresh();
      return this.sendOnce(query, variables);
    }
  }

  async sendOnce(query, variables, token = this.token) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await this.send(this.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(30_000),
    });
    const { data, errors } = await response.json();
    if (errors) throw new RequestError(errors[0]);
    return data;
  }

  async logIn(email, password) {
    const { logIn } = await this.sendOnce(LOG_IN, { input: { email, password } }, null);
    inTransaction(this.db, () => this.keepTokens(logIn));
    return logIn.user;
  }

  async refresh() {
    const refreshToken = readState(this.db, 'refreshToken');
    const { refreshSession } = await this.sendOnce(REFRESH, { refreshToken }, null);
    inTransaction(this.db, () => this.keepTokens(refreshSession));
  }

  keepTokens({ accessToken, refreshToken, user }) {
    const { db } = this;
    if (readState(db, 'account') !== user.id) {
      // The records, the cursor and the outbox are those of one account.
      if (db.get('select 1 from outbox')) throw new Error('The outbox of another account has not been sent');
      resetCopies(db);
    }
    writeState(db, 'account', user.id);
    writeState(db, 'accessToken', accessToken);
    writeState(db, 'refreshToken', refreshToken);
  }
}
