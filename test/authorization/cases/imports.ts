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
    'Mutation.updateFileImport': [
      'self',
      ({ fileImport }) =>
        `mutation { updateFileImport(input: { id: "${fileImport}", sheets: [{ sheet: 1, kind: HIVES }] }) { fileImport { fileName } } }`,
    ],
    'Mutation.runFileImport': [
      'self',
      ({ fileImport }) => `mutation { runFileImport(input: { id: "${fileImport}" }) { fileImport { fileName } } }`,
    ],
    'Mutation.cancelFileImport': [
      'self',
      ({ fileImport }) => `mutation { cancelFileImport(input: { id: "${fileImport}" }) { fileImport { fileName } } }`,
    ],
    'Mutation.undoFileImport': [
      'self',
      ({ doneImport }) => `mutation { undoFileImport(input: { id: "${doneImport}" }) { fileImport { fileName } } }`,
    ],
    'Mutation.deleteFileImport': [
      'self',
      ({ fileImport }) => `mutation { deleteFileImport(input: { id: "${fileImport}" }) { deletedId } }`,
    ],
  },
  routes: {
    'get /imports': ['viewer', () => ({ path: '/imports' }), 'session'],
    'post /imports': ['viewer', () => ({ path: '/imports', body: { file_name: 'hives.csv' } }), 'session'],
    'get /imports/:id': ['self', ({ fileImport }) => ({ path: `/imports/${fileImport}` })],
    'get /imports/:id/rows': ['self', ({ fileImport }) => ({ path: `/imports/${fileImport}/rows` })],
    'put /imports/:id': [
      'self',
      ({ fileImport }) => ({ path: `/imports/${fileImport}`, body: { sheets: [{ sheet: 1, kind: 'HIVES' }] } }),
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
