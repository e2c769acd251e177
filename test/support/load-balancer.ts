// ONE PORT BEFORE SEVERAL PROCESSES, as simple as one can be: a connection goes to the next process in turn that takes it.
import net from 'node:net';

export class LoadBalancer {
  private readonly server = net.createServer({ allowHalfOpen: true }, (near) => this.lead(near, [...this.inTurn()]));
  private readonly open = new Set<net.Socket>();
  private turn = 0;
  /** Ports of the processes. */
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

  private inTurn(): number[] {
    const first = this.turn++ % Math.max(1, this.backends.length);
    return [...this.backends.slice(first), ...this.backends.slice(0, first)];
  }

  private lead(near: net.Socket, [port, ...others]: number[]): void {
    if (port === undefined) return void near.destroy();
    const far = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    far.once('error', (error: NodeJS.ErrnoException) => {
      // Nothing has been sent yet, so it may go elsewhere.
      if (error.code === 'ECONNREFUSED') this.lead(near, others);
      else near.destroy();
    });
    far.once('connect', () => {
      for (const socket of [near, far]) {
        this.open.add(socket);
        socket.on('close', () => this.open.delete(socket));
      }
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
      near.pipe(far).pipe(near);
    });
  }
}
