// Admission control: decides who may use what the process has little of, and when. This is the only module of the folder that others import;
// README.md describes it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ArrivingBodies } from './arriving-bodies.js';
import { FairShare, type Share, UnlimitedShare } from './fair-share.js';
import { LingeringSockets } from './lingering-sockets.js';
import { OpenRequest } from './open-request.js';
import { OpenRequests } from './open-requests.js';
import type { RefusalKind, Refusals } from './refusals.js';
import { ResponseBudget } from './response-budget.js';
import { ResponseMemory } from './response-memory.js';
import { Scheduler } from './scheduler.js';

export type { Share } from './fair-share.js';
export { GATES, pass, type RequestKind } from './gates.js';
export type { OpenRequest } from './open-request.js';
export type { OpenRequests } from './open-requests.js';
export { limitPieces, Pieces } from './pieces.js';
export type { Refusals } from './refusals.js';
export { MAX_OBJECTS, ResponseBudget } from './response-budget.js';
export { endSlowReaders } from './slow-readers.js';
export { whenClosed } from './when-closed.js';

const MB = 1024 * 1024;
const connectionsOfClients = (connections: number): number => Math.max(1, Math.floor(connections * 0.8));

interface ShareRow {
  /** How much of it there is; of a function, for the connections of the pool. */
  units: number | ((connections: number) => number);
  /** How long a client waits before it is refused. */
  waitMs: number;
  refusal?: RefusalKind;
  /** What one request of an ordinary client needs: each client may hold as much, also if that is all that is left. */
  modest?: number | 'a body';
  /** A client may hold so many times what is left for others. More than one for what is soon given back. */
  factor?: number;
  /** How many may wait for it, if few: of each, what has arrived with its head is in memory. */
  maxWaiting?: number;
  /** A bulkhead: it also limits work where admission control is off. */
  isBulkhead?: true;
}

/** What the process has little of, and divides among its clients. docs/trust.md has the same table for readers. */
const SHARES = {
  /** Requests that are executed: each holds rows and promises. One that waits for something is not executed meanwhile. */
  requests: { units: (connections) => Math.max(24, connections), waitMs: 10_000, factor: 4 },
  /** Connections of each pool for statements of clients; the others are for the work of the service itself. */
  connections: { units: connectionsOfClients, waitMs: 2500 },
  /** Transactions and statements that write: commits that wait for a synchronous standby that is gone leave a connection for reads. */
  writes: { units: (connections) => Math.max(1, connectionsOfClients(connections) - 1), waitMs: 2500 },
  /** Searches, which read all texts of an account and may take as long as a statement may: they leave connections to others. */
  searches: {
    units: (connections) => Math.max(1, Math.floor(connectionsOfClients(connections) / 4)),
    waitMs: 2500,
    isBulkhead: true,
  },
  /** Bytes of bodies that arrive. */
  arriving: { units: 32 * MB, waitMs: 2500, modest: 'a body', maxWaiting: 200 },
  /** Bytes of bodies that have been parsed: in memory they take up to twenty times as much. */
  parsed: { units: 4 * MB, waitMs: 2500, modest: 'a body' },
  /** Bytes of responses that are built or sent, with the rows that they are written from. */
  responses: { units: 32 * MB, waitMs: 2500, modest: MB },
  /** Responses whose rows have arrived and wait for their share of `responses`. */
  waitingResponses: { units: 2, waitMs: 0 },
  /** Exports, lists and documents that are sent. */
  streams: { units: 12, waitMs: 2500, refusal: 'tooManyExports', isBulkhead: true },
  /** Documents that are read and laid out, which takes more of the CPU than all else that a client can ask for. */
  documents: { units: 1, waitMs: 10_000, isBulkhead: true },
  /** Calendars that are built after a change. */
  calendars: { units: 2, waitMs: 10_000, isBulkhead: true },
  /** Files of imports that arrive. */
  uploads: { units: 8, waitMs: 5000, refusal: 'tooManyFiles', isBulkhead: true },
  /** Passwords that are hashed: each takes a whole core. */
  passwords: { units: 2, waitMs: 10_000, isBulkhead: true },
  /** Log-ins that wait for an OpenID provider. */
  providers: { units: 20, waitMs: 5000, isBulkhead: true },
} satisfies Record<string, ShareRow>;

type ShareName = keyof typeof SHARES;
/** Those of the process: each pool has its own connections. */
type ProcessShare = Exclude<ShareName, 'connections'>;

export interface AdmissionOptions {
  /** If false, clients are not separated from each other: only the limits of each request, and bulkheads, apply. */
  isOn: boolean;
  /** Connections of the pool. */
  connections: number;
  /** The longest body, in bytes. */
  maxBodyBytes: number;
  refusals: Refusals;
  /** Returns the bytes of a row that knows them, and undefined for an object of columns. */
  sizeOf: (row: object) => number | undefined;
}

/** The admission control of a process. */
export class Admission {
  readonly share: Readonly<Record<ProcessShare, Share>>;
  readonly slices: Scheduler;
  readonly open = new OpenRequests();
  readonly arriving = new ArrivingBodies();
  readonly lingering = new LingeringSockets();
  readonly maxBodyBytes: number;
  private readonly shared;

  constructor(private readonly options: AdmissionOptions) {
    const { isOn, refusals } = options;
    this.maxBodyBytes = options.maxBodyBytes;
    const { connections: _, ...ofProcess } = SHARES;
    this.share = Object.fromEntries(
      Object.keys(ofProcess).map((name) => [name, this.createShare(name as ProcessShare)]),
    ) as Record<ProcessShare, Share>;
    this.slices = new Scheduler(refusals.unavailable, isOn);
    this.shared = {
      open: this.share.responses,
      waiting: this.share.waitingResponses,
      unavailable: refusals.unavailable,
    };
  }

  /** The share of the connections of a pool. */
  createConnections(connections: number): Share {
    return this.createShare('connections', connections);
  }

  private createShare(name: ShareName, connections = this.options.connections): Share {
    const {
      units,
      waitMs,
      refusal = 'unavailable',
      modest = 1,
      factor,
      maxWaiting,
      isBulkhead,
    }: ShareRow = SHARES[name];
    if (!this.options.isOn && !isBulkhead) return new UnlimitedShare();
    return new FairShare(typeof units === 'number' ? units : units(connections), {
      waitMs,
      refuse: this.options.refusals[refusal],
      modest: modest === 'a body' ? this.maxBodyBytes : modest,
      factor,
      maxWaiting,
    });
  }

  /** Observes the requests of a server. */
  attach(server: Server): void {
    this.open.attach(server);
  }

  /**
   * @param client to whose share the request counts
   * @param countRate resolves when the request may go on, and rejects if its address sends too many
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
    countRate: () => Promise<void>,
  ): OpenRequest {
    return new OpenRequest(this, request, response, client, countRate);
  }

  createMemory(): ResponseMemory {
    return new ResponseMemory(this.shared);
  }

  createBudget(...[memory, client, copies, isQuery]: BudgetArguments): ResponseBudget {
    return new ResponseBudget(this.options, memory, client, copies, isQuery);
  }

  /** Above it, clients that do not read soon lose their responses. */
  get isMemoryScarce(): boolean {
    return this.share.responses.used > SHARES.responses.units / 2;
  }
}

type BudgetArguments = ConstructorParameters<typeof ResponseBudget> extends [unknown, ...infer A] ? A : never;
