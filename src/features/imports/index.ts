import { importEdges } from './import.edges.js';
import { ImportRowsResolver, ImportsResolver } from './imports.resolver.js';

export const resolvers = [ImportsResolver, ImportRowsResolver, ...importEdges];
