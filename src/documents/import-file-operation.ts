// What OpenAPI says of the upload of an import's file (http/import-file.ts), whose body is a file as well.
import { refusalsOf } from './operation-parts.js';

export const IMPORT_FILE_PATH = '/imports/:id/file';

export const IMPORT_FILE_OPERATION = {
  operationId: 'sendImportFile',
  tags: ['imports'],
  summary: 'Send the file of an import',
  description:
    'Stores the body, of any type and at most 20 MB, as the file of an import that waits for it, and begins to read it. A file can be sent in parts that follow each other: each says with `Content-Range` where it belongs, and with `Repr-Digest` of which file it is. An upload that broke off goes on at `received_bytes`; without `Content-Range`, or at byte 0, it begins again, and so it does if the file that has arrived has another digest.',
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The id of the import.',
      schema: { type: 'string', format: 'uuid' },
    },
    {
      name: 'Content-Range',
      in: 'header',
      required: false,
      description: 'Where a part belongs (RFC 9110): `bytes 0-1048575/5242880`.',
      schema: { type: 'string' },
    },
    {
      name: 'Repr-Digest',
      in: 'header',
      required: false,
      description:
        'SHA-256 of the whole file (RFC 9530), required for each part: `sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:`.',
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    required: true,
    description: 'The file as it is.',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    202: {
      description: 'The part is stored. Of the last one, the import at `Location` says how far the reading is.',
      headers: { Location: { description: 'The path of the import.', schema: { type: 'string' } } },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              id: { type: 'string', format: 'uuid' },
              status: { type: 'string', description: 'WAITING for further parts, or READING.' },
              received_bytes: { type: 'integer' },
            },
            required: ['id', 'status', 'received_bytes'],
          },
        },
      },
    },
    ...refusalsOf(400, 401, 404, 409, 413, 415),
  },
};
