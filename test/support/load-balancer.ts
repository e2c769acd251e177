// A minimal round-robin load balancer: a connection goes to the next process that accepts it.
import net from 'node:net';
import { until } from '../process/service.js';

export class LoadBalancer {
  private readonly server = net.createServer({ allowHalfOpen: true }, (client) =>
    this.connect(client, [...this.candidates()]),
  );
  private readonly open = new Set<net.Socket>();
  /** Connections to a process that has sent nothing yet, with its port. */
  private readonly unanswered = new Map<net.Socket, number>();
  private next = 0;
  /** The ports of the processes. */
  backends: number[] = [];
  url = '';

  static async listen(): Promise<LoadBalancer> {
    const balancer = new LoadBalancer();
    await new Promise<void>((resolve) => balancer.server.listen(0, '127.0.0.1', resolve));
    balancer.url = `http://127.0.0.1:${(balancer.server.address() as net.AddressInfo).port}`;
    return balancer;
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /**
   * Sends no more to a process. Afterwards it may stop: it has accepted every connection. One that waits to be accepted when a process stops
   * to listen is lost, whatever the process does.
   */
  async remove(port: number): Promise<void> {
    this.backends = this.backends.filter((other) => other !== port);
    await until(() => ![...this.unanswered.values()].includes(port));
  }

  private candidates(): number[] {
    const first = this.next++ % Math.max(1, this.backends.length);
    return [...this.backends.slice(first), ...this.backends.slice(0, first)];
  }

  private connect(client: net.Socket, [port, ...others]: number[]): void {
    if (port === undefined) return void client.destroy();
    const backend = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.unanswered.set(backend, port);
    backend.once('close', () => this.unanswered.delete(backend));
    backend.once('error', (error: NodeJS.ErrnoException) => {
      // Nothing has been sent yet, so the next process can be tried.
      if (error.code === 'ECONNREFUSED') this.connect(client, others);
      else client.destroy();
    });
    backend.once('connect', () => {
      for (const socket of [client, backend]) {
        this.open.add(socket);
        socket.on('close', () => this.open.delete(socket));
      }
      client.on('error', () => backend.destroy());
      backend.on('error', () => client.destroy());
      client.pipe(backend).pipe(client);
      backend.once('data', () => this.unanswered.delete(backend));
    });
  }
}
