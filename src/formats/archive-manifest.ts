// The manifest of an archive as a file may have it.
import * as z from 'zod';
import { ARCHIVE_FORMAT } from './archive-format.js';

const count = z.number().int().min(0);
export const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.string().regex(/^\d{1,5}\.\d{1,5}$/),
  service: z.object({ name: z.string().max(100), version: z.string().max(100) }),
  exportedAt: z.iso.datetime(),
  account: z.object({
    id: z.uuid(),
    username: z.string().max(1000),
    language: z.string().max(10),
    timeZone: z.string().max(100),
  }),
  lists: z
    .array(
      z.object({
        name: z.string().regex(/^[A-Za-z]{1,50}$/),
        file: z.string().regex(/^[A-Za-z]{1,50}\.ndjson$/),
        rows: count,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(200),
  notRestored: z.array(z.string().max(100)).max(200),
});

export type ReadManifest = z.infer<typeof manifestSchema>;
