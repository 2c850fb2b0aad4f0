import { z } from 'zod'
import { procedure, TaskRef, VersionRef } from './kit.ts'

export const ExportFormat = z.object({
  id: z.string(),
  title: z.string(),
  /** What the format keeps, in one line. */
  keeps: z.string(),
  /** `all`: nothing is lost; `boxes`: polygons become boxes; `classes`: objects lose their places. */
  fidelity: z.enum(['all', 'boxes', 'classes']),
  /** The archive, when it is made already. */
  made: z
    .object({ url: z.string(), fileName: z.string(), bytes: z.number(), sha256: z.string().nullable() })
    .nullable(),
})
export type ExportFormat = z.infer<typeof ExportFormat>

export const ExportDescription = z.object({
  fileName: z.string(),
  /** Lines of the file tree, already drawn with branches. */
  tree: z.array(z.object({ text: z.string(), strong: z.boolean() })),
  /** One record as it will be written, and whose it is; null for a version without labels. */
  record: z.object({ text: z.string(), caption: z.string(), imageUrl: z.string() }).nullable(),
  bytes: z.number(),
  /** Class names that become ASCII. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
})
export type ExportDescription = z.infer<typeof ExportDescription>

const FormatRef = VersionRef.extend({ format: z.string().max(60) })

export const exportsContract = {
  formats: procedure.input(VersionRef).output(z.array(ExportFormat)),
  describe: procedure.input(FormatRef).output(ExportDescription),
  start: procedure.input(FormatRef).output(TaskRef),
}
