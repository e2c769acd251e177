// A proxy between the service and its database that simulates network faults: connections that are refused, reset or silent.
import net from 'node:net';

type Fault = 'reset' | 'silence';

export class FaultyNetwork {
  private readonly server = net.createServer((client) => this.accept(client));
  /** The connections of the service, with the connection to the database of each. */
  private readonly open = new Map<net.Socket, net.Socket | undefined>();
  private fault: Fault | undefined;
  port = 0;

  private constructor(private readonly target: net.NetConnectOpts) {}

  static async to(target: net.NetConnectOpts): Promise<FaultyNetwork> {
    const network = new FaultyNetwork(target);
    await network.listen();
    return network;
  }

  /** Stops listening and closes open connections. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const client of this.open.keys()) client.destroy();
    await closed;
  }

  /** Resets open and new connections. */
  reset(): void {
    this.fault = 'reset';
    for (const client of this.open.keys()) client.resetAndDestroy();
  }

  /** Keeps connections open and accepts new ones, but forwards nothing. */
  silence(): void {
    this.fault = 'silence';
    for (const pair of this.open) for (const socket of pair) socket?.pause();
  }

  async resume(): Promise<void> {
    this.fault = undefined;
    if (!this.server.listening) await this.listen();
    for (const [client, backend] of this.open) {
      if (!backend) this.forward(client);
      client.resume();
      backend?.resume();
    }
  }

  async close(): Promise<void> {
    for (const client of this.open.keys()) client.destroy();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  private async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as net.AddressInfo).port;
  }

  private accept(client: net.Socket): void {
    client.on('error', () => {});
    if (this.fault === 'reset') return void client.resetAndDestroy();
    this.open.set(client, undefined);
    client.on('close', () => {
      this.open.get(client)?.destroy();
      this.open.delete(client);
    });
    if (this.fault === 'silence') client.pause();
    else this.forward(client);
  }

  private forward(client: net.Socket): void {
    const backend = net.connect(this.target);
    this.open.set(client, backend);
    backend.on('error', () => {}).on('close', () => client.destroy());
    client.on('data', (bytes) => backend.write(bytes));
    backend.on('data', (bytes) => client.write(bytes));
  }
}
