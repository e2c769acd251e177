import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Pool } from 'pg';
import { preparePool } from '../../src/database/pool.js';

/** The members of a client that preparePool uses. */
class FakeClient extends EventEmitter {
  readyForQuery = true;
  readonly stream = { bytesRead: 0, bytesWritten: 0, destroy: jest.fn() };
  readonly connection = Object.assign(new EventEmitter(), { stream: this.stream });

  send(): void {
    this.readyForQuery = false;
    this.stream.bytesWritten += 100;
  }

  receive(): void {
    this.readyForQuery = true;
    this.stream.bytesRead += 100;
  }
}

describe('a connection on which the database is silent', () => {
  let client: FakeClient;
  beforeEach(() => {
    jest.useFakeTimers();
    const pool = Object.assign(new EventEmitter(), { options: { types: { setTypeParser: () => {} } } });
    preparePool(pool as unknown as Pool, false);
    client = new FakeClient();
    pool.emit('connect', client);
  });
  afterEach(() => {
    client.emit('end');
    jest.useRealTimers();
  });

  it('is closed after 5 seconds of a statement', () => {
    client.send();
    jest.advanceTimersByTime(4900);
    expect(client.stream.destroy).not.toHaveBeenCalled();
    jest.advanceTimersByTime(700);
    expect(client.stream.destroy).toHaveBeenCalled();
  });

  it('is not closed after an idle time, whenever the statement is sent', () => {
    for (let round = 0; round < 5; round++) {
      jest.advanceTimersByTime(5000);
      client.send();
      jest.advanceTimersByTime(1000);
      expect(client.stream.destroy).not.toHaveBeenCalled();
      client.receive();
    }
  });

  it('is not closed while a response arrives slowly', () => {
    client.send();
    for (let second = 0; second < 20; second++) {
      jest.advanceTimersByTime(1000);
      client.stream.bytesRead += 1;
    }
    expect(client.stream.destroy).not.toHaveBeenCalled();
  });

  it('is not checked any more when it has ended', () => {
    client.emit('end');
    expect(jest.getTimerCount()).toBe(0);
  });
});
