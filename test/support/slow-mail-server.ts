// A mail server that accepts mails when it is told to, or after a time.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export class SlowMailServer {
  /** The Message-ID of each mail whose text has arrived. */
  readonly begun: string[] = [];
  /** The Message-ID of each mail that it has accepted. */
  readonly accepted: string[] = [];
  readonly recipients: string[] = [];
  private release!: () => void;
  private readonly released = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  private readonly server: SMTPServer;

  /** @param ms undefined: until `accept` */
  private constructor(ms: number | undefined) {
    this.server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      onData: (stream, { envelope }, callback) => {
        let text = '';
        stream.on('data', (piece: Buffer) => {
          text += piece.toString();
        });
        stream.on('end', async () => {
          const id = /^Message-ID: *(\S+)/im.exec(text)![1]!;
          this.begun.push(id);
          await (ms === undefined ? this.released : sleep(ms));
          this.accepted.push(id);
          this.recipients.push(...envelope.rcptTo.map(({ address }) => address));
          callback();
        });
      },
    });
    this.server.on('error', () => {});
  }

  static async listen(ms?: number): Promise<SlowMailServer> {
    const server = new SlowMailServer(ms);
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Those whose text has arrived and that it has not accepted. */
  get underWay(): string[] {
    const accepted = new Set(this.accepted);
    return this.begun.filter((id) => !accepted.has(id));
  }

  accept(): void {
    this.release();
  }

  close(): Promise<void> {
    this.release();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
