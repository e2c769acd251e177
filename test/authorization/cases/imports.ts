import type { FeatureCases } from '../case.js';

export const imports: FeatureCases = {
  fields: {
    'Query.fileImport': [
      'self',
      ({ fileImport }) => `{ fileImport(id: "${fileImport}") { fileName sheets { name } } }`,
    ],
    'Mutation.createFileImport': [
      'viewer',
      () => 'mutation { createFileImport(input: { fileName: "hives.csv" }) { fileImport { fileName } } }',
      'session',
    ],
    'Mutation.updateImport': [
      'self',
      ({ fileImport }) =>
        `mutation { updateImport(input: { id: "${fileImport}", sheets: [{ sheet: 0, kind: HIVES }] }) { fileImport { fileName } } }`,
    ],
    'Mutation.runImport': [
      'self',
      ({ fileImport }) => `mutation { runImport(input: { id: "${fileImport}" }) { fileImport { fileName } } }`,
    ],
    'Mutation.cancelImport': [
      'self',
      ({ fileImport }) => `mutation { cancelImport(input: { id: "${fileImport}" }) { fileImport { fileName } } }`,
    ],
    'Mutation.undoImport': [
      'self',
      ({ doneImport }) => `mutation { undoImport(input: { id: "${doneImport}" }) { fileImport { fileName } } }`,
    ],
    'Mutation.deleteImport': [
      'self',
      ({ fileImport }) => `mutation { deleteImport(input: { id: "${fileImport}" }) { deletedId } }`,
    ],
  },
  routes: {
    'get /imports': ['viewer', () => ({ path: '/imports' }), 'session'],
    'post /imports': ['viewer', () => ({ path: '/imports', body: { file_name: 'hives.csv' } }), 'session'],
    'get /imports/:id': ['self', ({ fileImport }) => ({ path: `/imports/${fileImport}` })],
    'get /imports/:id/rows': ['self', ({ fileImport }) => ({ path: `/imports/${fileImport}/rows` })],
    'put /imports/:id': [
      'self',
      ({ fileImport }) => ({ path: `/imports/${fileImport}`, body: { sheets: [{ sheet: 0, kind: 'HIVES' }] } }),
    ],
    'post /imports/:id/run': ['self', ({ fileImport }) => ({ path: `/imports/${fileImport}/run`, body: {} })],
    'post /imports/:id/cancel': ['self', ({ fileImport }) => ({ path: `/imports/${fileImport}/cancel`, body: {} })],
    'post /imports/:id/undo': ['self', ({ doneImport }) => ({ path: `/imports/${doneImport}/undo`, body: {} })],
  },
  nested: {
    'FileImport.rows': ({ fileImport }) =>
      `{ node(id: "${fileImport}") { ... on FileImport { rows(first: 5) { nodes { id } } } } }`,
  },
};
