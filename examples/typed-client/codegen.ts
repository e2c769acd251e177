import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from '../../clients/graphql.js';

const config: CodegenConfig = {
  schema: '../../schema.graphql',
  documents: ['src/**/*.ts', '!src/generated/**'],
  generates: {
    'src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        // Documents are plain strings, so that the client needs no GraphQL library at run time.
        documentMode: 'string',
        useTypeImports: true,
        importExtension: '.js',
        strictScalars: true,
        scalars,
      },
    },
  },
};

export default config;
