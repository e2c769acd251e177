// What clients and operators of a release rely on beside the GraphQL schema, and later versions of the same major version keep: the REST API
// (openapi.json), and the settings, metrics and archives (contract.txt). Everything is a line with a subject, which the changelog names if a
// later version breaks the line (ADR 0065).
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { unreleased } from './schema-rules.mjs';

/** @returns the contract in a folder: the root, or docs/released */
export function readContract(folder) {
  const read = (file) => readFileSync(`${folder}/${file}`, 'utf8');
  return {
    schema: buildSchema(read('schema.graphql')),
    openapi: JSON.parse(read('openapi.json')),
    contract: read('contract.txt'),
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * What a document promises, what it demands of clients, and the places that have demands. A request promises to take each type that it lists,
 * and demands what is required; a response promises what is always there, and demands that a client reads each type that it lists.
 */
class Contract {
  promises = new Set();
  demands = new Map();
  places = new Set();
  #seen = new Set();

  constructor({ paths, components }) {
    this.components = components;
    for (const [path, operations] of Object.entries(paths))
      for (const method of METHODS) if (operations[method]) this.#readOperation(path, method, operations);
  }

  #readOperation(path, method, operations) {
    const at = `${method.toUpperCase()} ${path}`;
    this.places.add(at);
    this.#promise(at, 'exists');
    const { parameters = [], requestBody, responses } = operations[method];
    for (const parameter of [...(operations.parameters ?? []), ...parameters].map((one) => this.#resolve(one))) {
      if (parameter.in === 'path') continue;
      this.#promise(`${at} ${parameter.name}`, 'is in a request');
      this.#read(parameter.schema, `${at} ${parameter.name}`, 'request');
      if (parameter.required) this.#demand(at, `needs ${parameter.name}`);
    }
    for (const [type, { schema = {} }] of Object.entries(requestBody?.content ?? {})) {
      this.#promise(at, `takes ${type}`);
      this.#read(schema, `${at} ${type}`, 'request');
    }
    if (requestBody?.required) this.#demand(at, 'needs a body');
    // A refusal that no longer comes breaks nobody.
    for (const [status, response] of Object.entries(responses).filter(([status]) => !/^[45]/.test(status)))
      for (const [type, { schema = {} }] of Object.entries(this.#resolve(response).content ?? { none: {} })) {
        this.#promise(at, `answers ${status} ${type}`);
        this.#read(schema, `${at} ${status} ${type}`, 'response');
      }
  }

  #promise = (at, text) => this.promises.add(`${at} ${text}`);
  #demand = (at, text) => this.demands.set(`${at} ${text}`, at);

  #resolve(of) {
    if (!of.$ref) return of;
    return of.$ref
      .slice(2)
      .split('/')
      .reduce((part, key) => part[key.replaceAll('~1', '/')], { components: this.components });
  }

  #addType(at, type, use) {
    this.places.add(at);
    if (use === 'request') this.#promise(at, `takes ${type}`);
    else this.#demand(at, `may be ${type}`);
  }

  /** Adds the lines of a schema at a place. @param use `request` or `response` */
  #read(schema, at, use) {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1);
      this.#addType(at, name, use);
      if (this.#seen.has(`${use} ${name}`)) return;
      this.#seen.add(`${use} ${name}`);
      this.#read(this.#resolve(schema), name, use);
      return;
    }
    const { type, format, items, properties = {}, required = [], additionalProperties: others } = schema;
    for (const one of [type ?? []].flat())
      this.#addType(at, one === 'string' && format ? `${one} (${format})` : one, use);
    for (const key of ['anyOf', 'oneOf', 'allOf']) for (const part of schema[key] ?? []) this.#read(part, at, use);
    for (const value of schema.enum ?? []) this.#promise(at, `may be ${JSON.stringify(value)}`);
    if (items) this.#read(items, `${at}[]`, use);
    if (typeof others === 'object') this.#read(others, `${at}{}`, use);
    for (const [name, property] of Object.entries(properties)) {
      const place = `${at}.${name}`;
      this.#promise(place, `is in a ${use}`);
      this.#read(property, place, use);
      if (!required.includes(name)) continue;
      if (use === 'response') this.#promise(place, 'is always there');
      else this.#demand(at, `needs ${name}`);
    }
  }
}

/** @returns the endpoint, property, setting, metric or column of a line, by which the changelog names it */
const subjectOf = (line) => /^(setting|metric|archive) (\S+)/.exec(line)?.[2] ?? /^([A-Z]+ \/\S*|[^ []+)/.exec(line)[0];

/** @returns what a client or an operator of the release misses in the current version, or must newly do */
export function brokenLines(released, current) {
  const [before, after] = [new Contract(released.openapi), new Contract(current.openapi)];
  const broken = [...before.promises].filter((line) => !after.promises.has(line));
  const missing = broken.flatMap((line) => /^(.*) (exists|is in a request|is in a response)$/.exec(line)?.[1] ?? []);
  // What is missing is named once, without what was promised of it.
  const isDetail = (line) =>
    missing.some((at) => line.startsWith(at) && /^[ .[{](?!(exists|is in a \w+)$)/.test(line.slice(at.length)));
  const demanded = [...after.demands]
    .filter(([line, at]) => before.places.has(at) && !before.demands.has(line))
    .map(([line]) => line);
  const kept = new Set(current.contract.split('\n'));
  const gone = released.contract.split('\n').filter((line) => !kept.has(line));
  return [
    ...[...broken.filter((line) => !isDetail(line)), ...gone].map((line) => ({
      subject: subjectOf(line),
      line: `no longer: ${line}`,
    })),
    ...demanded.map((line) => ({ subject: subjectOf(line), line: `new: ${line}` })),
  ];
}

/** @returns the broken lines whose subject the changelog does not name */
export function unannouncedLines(released, current, changelog) {
  const announced = unreleased(changelog);
  // With an object, its properties are named, too.
  const isNamed = (subject) => [subject, subject.split('.')[0]].some((name) => announced.includes(`\`${name}\``));
  return brokenLines(released, current)
    .filter(({ subject }) => !isNamed(subject))
    .map(({ subject, line }) => `\`${subject}\` is not named under Unreleased: ${line}`);
}
