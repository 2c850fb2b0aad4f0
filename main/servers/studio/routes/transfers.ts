import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ProjectSlug, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { reasonOf, refusalKind } from '#common/messages/sentence'
import type { Result } from '#common/result'
import { saidOutcome } from '#core/dataset/images/outcome'
import { MAX_IMAGE_BYTES } from '#core/dataset/images/rules'
import type { ArchiveStream } from '#core/management/model'
import { limitBodies } from '../../kit/body-limit.ts'
import { sendFile } from '../../kit/send-file.ts'
import { routeOnProject } from '../declared.ts'
import { errorBody } from '../error-body.ts'
import { exactly } from '../exactly.ts'
import type { OpenRemote, StudioServices } from '../services.ts'

const ImportParams = z.object({ task: TaskId })
const ImportQuery = z.object({ path: z.string().min(1).max(4096) })
const DatasetParams = z.object({ dataset: TaskId })
const SearchExportParams = z.object({ task: TaskId })
const ExportParams = z.object({ project: z.string(), version: z.coerce.number().int(), format: z.string() })

/** Files in (images of an import) and out (archives). */
export function transferRoutes(
  server: FastifyInstance,
  { workspace, projects, versions, imports, datasets, exports, searchExports, remote }: StudioServices,
): void {
  // Bodies of every type stay streams: a file goes to the disk as it arrives, and JSON and plain text are files too.
  server.removeAllContentTypeParsers()
  limitBodies(server, MAX_IMAGE_BYTES)
  server.addContentTypeParser('*', { bodyLimit: MAX_IMAGE_BYTES }, (_request, payload, done) => done(null, payload))

  server.put('/imports/:task/files', { config: routeOnProject('image:create') }, async (request, reply) => {
    const params = ImportParams.safeParse(request.params)
    const query = ImportQuery.safeParse(request.query)
    if (!params.success || !query.success) return reply.code(400).send(errorBody(message('answer-import-file-unnamed')))
    const taking = remote()?.studio.imports ?? imports
    const outcome = await taking.takeFile(params.data.task, query.data.path, request.raw)
    if (outcome.ok) return reply.send(saidOutcome(outcome.value))
    // The rest of the file is read and dropped, so that the answer reaches the sender.
    request.raw.resume()
    return refused(reply, outcome.error)
  })

  server.put('/datasets/:dataset/files', { config: routeOnProject('image:create') }, async (request, reply) => {
    const params = DatasetParams.safeParse(request.params)
    const query = ImportQuery.safeParse(request.query)
    if (!params.success || !query.success)
      return reply.code(400).send(errorBody(message('answer-dataset-file-unnamed')))
    const taken = await datasets.takeFile(params.data.dataset, query.data.path, request.raw)
    if (taken.ok) return reply.send({})
    request.raw.resume()
    return refused(reply, taken.error)
  })

  server.get(
    '/exports/:project/:version/:format',
    { config: routeOnProject('version:read') },
    async (request, reply) => {
      const params = ExportParams.safeParse(request.params)
      if (!params.success) return reply.code(404).send(errorBody(message('answer-archive-unknown')))
      const there = remote()
      if (there !== undefined) return sendThrough(reply, await openRemote(there, params.data))
      const project = await projects.find(workspace, params.data.project)
      if (!project.ok) return refused(reply, project.error)
      const version = await versions.findReady(project.value, params.data.version)
      if (!version.ok) return refused(reply, version.error)
      const state = await exports.state({ project: project.value, version: version.value, format: params.data.format })
      if (state?.kind !== 'made') return reply.code(404).send(errorBody(message('answer-archive-not-ready')))
      return sendFile({ request, reply }, toSent(exports.toDownload(state.record.fileName, state.record.made)))
    },
  )

  server.get('/search-exports/:task', { config: routeOnProject('image:read') }, async (request, reply) => {
    const params = SearchExportParams.safeParse(request.params)
    const there = remote()
    if (params.success && there !== undefined)
      return sendThrough(reply, await there.studio.searchExports.open(params.data.task))
    const archive = params.success ? await searchExports.archive(workspace, params.data.task) : undefined
    if (archive === undefined) return reply.code(404).send(errorBody(message('answer-archive-gone')))
    return archive.ok ? sendFile({ request, reply }, toSent(archive.value)) : refused(reply, archive.error)
  })
}

interface Archive {
  readonly fileName: string
  readonly path: string
  readonly sha256: string
}

function toSent({ fileName, path, sha256: tag }: Archive) {
  return { fileName, path, tag, type: 'application/zip', as: 'attachment' as const }
}

async function openRemote({ studio }: OpenRemote, { project: slug, version, format }: z.infer<typeof ExportParams>) {
  const project = ProjectSlug.safeParse(slug)
  if (!project.success) return refuse('project-unknown', { project: slug })
  return studio.exports.open({ project: project.data, version }, format)
}

/** Passes an archive of another machine on as it comes. */
function sendThrough(reply: FastifyReply, archive: Result<ArchiveStream, Refusal>) {
  if (!archive.ok) return refused(reply, archive.error)
  const { fileName, bytes, content } = archive.value
  return reply
    .type('application/zip')
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`)
    .send(Readable.from(exactly(content, bytes), { objectMode: false }))
}

function refused(reply: FastifyReply, refusal: Refusal) {
  // Another machine that is away may take it later: the page tries again.
  const isPassing = refusalKind(refusal) === 'unavailable'
  const status = reasonOf(refusal) === 'import-not-running' ? 409 : isPassing ? 503 : 404
  return reply.code(status).send(errorBody(refusal))
}
