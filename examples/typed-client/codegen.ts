import type { CodegenConfig } from '@graphql-codegen/cli';

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
        scalars: {
          CountryCode: 'string',
          DateTime: 'string',
          Decimal: 'string',
          GeoJSONArea:
            '{ type: "Polygon"; coordinates: number[][][] } | { type: "MultiPolygon"; coordinates: number[][][][] }',
          LocalDate: 'string',
          TimeZone: 'string',
          ResponseError: '{ message: string; extensions?: Record<string, unknown> }',
        },
      },
    },
  },
};

export default config;
