import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

type DocumentStore = NonNullable<ApolloServerOptions<object>['documentStore']>;

const CACHE_BYTES = 32 * 1024 * 1024;
/** An estimate: a parsed document holds its text and several objects for each token. */
const BYTES_PER_DOCUMENT = 2000;
const BYTES_PER_CHARACTER = 100;

/** Caches parsed and validated documents by the hash of their text. Apollo's default store ignores the size of the text. */
export function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ loc }) => BYTES_PER_DOCUMENT + (loc?.end ?? 0) * BYTES_PER_CHARACTER,
  });
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  };
}
