import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

type DocumentStore = NonNullable<ApolloServerOptions<object>['documentStore']>;

const CACHE_BYTES = 48 * 1024 * 1024;
/** An estimate of a parsed document and of the plan that the executor keeps for it: measured with 50 and 230 characters. */
const BYTES_PER_DOCUMENT = 4000;
const BYTES_PER_CHARACTER = 150;

/** Estimates the memory of a document and of what is prepared for it. */
export const estimateBytes = ({ loc }: DocumentNode): number =>
  BYTES_PER_DOCUMENT + (loc?.end ?? 0) * BYTES_PER_CHARACTER;

/** Caches parsed and validated documents by the hash of their text. Apollo's default store ignores the size of the text. */
export function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: CACHE_BYTES,
    sizeCalculation: estimateBytes,
  });
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  };
}
