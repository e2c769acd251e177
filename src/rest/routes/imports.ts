import { EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

const imported = `
  fragment imported on FileImport {
    id file_name: fileName status format size_bytes: sizeBytes received_bytes: receivedBytes rows_total: rowsTotal rows_done: rowsDone
    rows_with_problems: rowsWithProblems records_created: recordsCreated failure upload_path: uploadPath
    sheets { sheet name kind apiary_name: apiaryName hive_name: hiveName date fields
      columns { column heading field score date_order: dateOrder decimal unit remark } }
    questions { key kind sheet column about candidates evidence rows_count: rowsCount }
    started_at: startedAt finished_at: finishedAt undoable_until: undoableUntil created_at: createdAt updated_at: updatedAt
  }`;
const location = '/imports/:id';

export const importRoutes: Route[] = [
  {
    method: 'get',
    path: '/imports',
    status: 200,
    document: `query listImports { fileImports { ...imported } } ${imported}`,
  },
  {
    method: 'post',
    path: '/imports',
    status: 201,
    location,
    example: { file_name: 'colmenas.csv' },
    document: `
      mutation createImport($file_name: String!) {
        createFileImport(input: { fileName: $file_name }) { fileImport { ...imported } }
      } ${imported}`,
  },
  {
    method: 'get',
    path: '/imports/:id',
    status: 200,
    example: { id: EXAMPLE.import },
    document: `query getImport($id: ID!) { fileImport(id: $id) { ...imported } } ${imported}`,
  },
  {
    method: 'get',
    path: '/imports/:id/rows',
    status: 200,
    description:
      'The rows of an import, in their order, with what they become, their problems, and what they have created.',
    example: { id: EXAMPLE.import, first: 50 },
    document: `
      query listImportRows($id: ID!, $first: Int, $after: String, $only_problems: Boolean, $sheet: Int) {
        importRows(importId: $id, first: $first, after: $after, filter: { onlyProblems: $only_problems, sheet: $sheet }) {
          nodes {
            id sheet row status summary cells problems { column heading value message } remarks { column heading value message } records { kind: entity record_id: recordId }
          }
          pageInfo { hasNextPage endCursor }
        }
      }`,
  },
  {
    method: 'put',
    path: '/imports/:id',
    status: 202,
    location,
    example: { id: EXAMPLE.import, sheets: [{ sheet: 1, kind: 'HIVES', apiary_name: 'El Encinar' }] },
    document: `
      mutation updateImport($id: ID!, $sheets: [ImportSheetInput!], $answers: [ImportAnswerInput!]) {
        updateFileImport(input: { id: $id, sheets: $sheets, answers: $answers }) { fileImport { ...imported } }
      } ${imported}`,
  },
  {
    method: 'post',
    path: '/imports/:id/run',
    status: 202,
    location,
    example: { id: EXAMPLE.otherImport, skip_problems: true },
    document: `
      mutation runImport($id: ID!, $skip_problems: Boolean) {
        runFileImport(input: { id: $id, skipProblems: $skip_problems }) { fileImport { ...imported } }
      } ${imported}`,
  },
  {
    method: 'post',
    path: '/imports/:id/cancel',
    status: 200,
    example: { id: EXAMPLE.canceledImport },
    document: `mutation cancelImport($id: ID!) { cancelFileImport(input: { id: $id }) { fileImport { ...imported } } } ${imported}`,
  },
  {
    method: 'post',
    path: '/imports/:id/undo',
    status: 202,
    location,
    example: { id: EXAMPLE.doneImport },
    document: `mutation undoImport($id: ID!) { undoFileImport(input: { id: $id }) { fileImport { ...imported } } } ${imported}`,
  },
];
