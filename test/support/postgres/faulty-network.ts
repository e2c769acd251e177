// THE NETWORK BETWEEN THE SERVICE AND ITS DATABASE: a TCP port that leads to the database's own, until it is told to misbehave.
import net from 'node:net';

type Fault = 'reset' | 'silence';

export class FaultyNetwork {
  private readonly server = net.createServer((near) => this.accept(near));
  /** The service's ends, and what each leads to. */
  private readonly open = new Map<net.Socket, net.Socket | undefined>();
  private fault: Fault | undefined;
  port = 0;

  private constructor(private readonly target: net.NetConnectOpts) {}

  static async to(target: net.NetConnectOpts): Promise<FaultyNetwork> {
    const network = new FaultyNetwork(target);
    await network.listen();
    return network;
  }

  /** Nobody listens any more, and what was open is closed. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const near of this.open.keys()) near.destroy();
    await closed;
  }

  /** What was open is reset, and so is whatever comes. */
  reset(): void {
    this.fault = 'reset';
    for (const near of this.open.keys()) near.resetAndDestroy();
  }

  /** Connections stay open, and are made; nothing ever comes through. */
  silence(): void {
    this.fault = 'silence';
    for (const pair of this.open) for (const socket of pair) socket?.pause();
  }

  async resume(): Promise<void> {
    this.fault = undefined;
    if (!this.server.listening) await this.listen();
    for (const [near, far] of this.open) {
      if (!far) this.lead(near);
      near.resume();
      far?.resume();
    }
  }

  async close(): Promise<void> {
    for (const near of this.open.keys()) near.destroy();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  private async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as net.AddressInfo).port;
  }

  private accept(near: net.Socket): void {
    near.on('error', () => {});
    if (this.fault === 'reset') return void near.resetAndDestroy();
    this.open.set(near, undefined);
    near.on('close', () => {
      this.open.get(near)?.destroy();
      this.open.delete(near);
    });
    if (this.fault === 'silence') near.pause();
    else this.lead(near);
  }

  private lead(near: net.Socket): void {
    const far = net.connect(this.target);
    this.open.set(near, far);
    far.on('error', () => {}).on('close', () => near.destroy());
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
  }
}
