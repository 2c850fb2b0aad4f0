import { z } from 'zod'
import { ok } from '#common/result'
import type { FoundImage, SearchExportAnswer, SearchField, SearchOperations } from '#core/management/search'
import type { CallWorkspace } from './calls.ts'

const Found = z
  .object({
    id: z.string().min(1),
    name: z.string().optional(),
    created: z
      .number()
      .transform((seconds) => new Date(seconds * 1000))
      .optional(),
    labels: z.array(z.string()).optional(),
    annotations: z.object({ count: z.int(), classes: z.record(z.string(), z.int()) }).optional(),
    split: z.string().optional(),
    tags: z.array(z.string()).optional(),
    owner: z.string().optional(),
    user_metadata: z.record(z.string(), z.unknown()).optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    aspectRatio: z.number().optional(),
    projects: z.array(z.string()).optional(),
  })
  .transform(
    ({ created, user_metadata, ...rest }): FoundImage => ({
      ...rest,
      ...(created && { createdAt: created }),
      ...(user_metadata && { metadata: user_metadata }),
    }),
  )

const ProjectFound = z.object({ results: z.array(Found), total: z.int(), offset: z.int().default(0) })

const WorkspaceFound = z
  .object({ results: z.array(Found), total: z.int(), continuationToken: z.string().nullish() })
  .transform(({ continuationToken, ...rest }) => ({ ...rest, continuationToken: continuationToken ?? undefined }))

const ExportStarted = z.object({ link: z.string().min(1) })

const ExportState = z.union([
  z
    .object({ ready: z.literal(true), link: z.string().min(1) })
    .transform(({ link }): SearchExportAnswer => ({ kind: 'ready', fileName: fileNameIn(link), archive: link })),
  z
    .object({ ready: z.literal(false), progress: z.number().min(0).max(1).default(0) })
    .transform(({ progress }): SearchExportAnswer => ({ kind: 'working', progress })),
])

/** The last part of a link's path. */
function fileNameIn(link: string): string {
  return URL.parse(link)?.pathname.split('/').at(-1) || 'archive.zip'
}

/** The searches of another machine. */
export function remoteSearch(call: CallWorkspace): SearchOperations {
  return {
    async project(project, { likeImage, likeBytes, className, batch, job, inJob, inDataset, ...rest }) {
      const json = {
        ...rest,
        like_image: likeImage,
        image_base64: likeBytes && Buffer.from(likeBytes).toString('base64'),
        class_name: className,
        batch_id: batch,
        annotation_job: inJob,
        annotation_job_id: job,
        in_dataset: inDataset,
        fields: rest.fields.map(wireName),
      }
      return call(ProjectFound, { method: 'POST', parts: [project, 'search'], json })
    },
    async workspace({ fields, ...rest }) {
      const json = { ...rest, fields: fields.map(wireName) }
      return call(WorkspaceFound, { method: 'POST', parts: ['search', 'v1'], json })
    },
    async startExport(json) {
      const started = await call(ExportStarted, { method: 'POST', parts: ['search', 'export'], json })
      return started.ok ? ok(started.value.link) : started
    },
    readExport: (id) => call(ExportState, { method: 'GET', parts: ['search', 'export', id] }),
  }
}

function wireName(field: SearchField): string {
  if (field === 'createdAt') return 'created'
  return field === 'metadata' ? 'user_metadata' : field
}
