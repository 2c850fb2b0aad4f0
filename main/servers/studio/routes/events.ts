import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EventFilterView } from '#common/contract/events'
import { MOST_NAMED_EVENTS } from '#common/contract/urls'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ExportedEvents } from '#core/events/studio/export'
import { toEventFilter } from '#core/events/studio/filter-view'
import { sendFile } from '../../kit/send-file.ts'
import { errorBody } from '../error-body.ts'
import { sendPixels } from '../pixels.ts'
import type { StudioServices } from '../services.ts'

const ImageParams = z.object({ file: z.string(), size: z.enum(['thumb', 'screen', 'full']) })
const FileParams = z.object({ file: z.string() })
const ExportParams = z.object({ kind: z.enum(['jsonl', 'images']) })
const ExportQuery = z.object({ ids: z.string().optional(), filter: z.string().optional() })

/** Files of producers are shown or saved, and never run: no script, no form, no frame. */
const SEALED = "default-src 'none'; sandbox"

/** Media types of this form go into a header as they are; all else is bytes. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** Images and other files of events, and downloads of many. */
export function eventRoutes(server: FastifyInstance, { eventFiles }: StudioServices): void {
  server.get('/events/images/:file/:size', async (request, reply) => {
    const params = ImageParams.safeParse(request.params)
    if (!params.success) return imageMissing(reply)
    const { file, size } = params.data
    try {
      const image = await eventFiles.image(file, size)
      return image === undefined ? imageMissing(reply) : await sendPixels(reply, image)
    } catch (failure) {
      // Only its frame was looked at when it came: what is inside may be damaged, and the file may be gone.
      request.log.info(failure)
      return imageMissing(reply)
    }
  })

  server.get('/events/files/:file', async (request, reply) => {
    const params = FileParams.safeParse(request.params)
    const file = params.success ? await eventFiles.file(params.data.file) : undefined
    if (file === undefined) return reply.code(404).send(errorBody(message('answer-file-unknown')))
    const { path, fileName, tag, isVideo } = file
    const type = MEDIA_TYPE.test(file.type) ? file.type : 'application/octet-stream'
    const as = isVideo && type.startsWith('video/') ? 'inline' : 'attachment'
    reply.header('content-security-policy', SEALED)
    return sendFile({ request, reply }, { path, fileName, tag, type, as })
  })

  // A HEAD would read all of it to tell nothing.
  server.get('/events/export/:kind', { exposeHeadRoute: false }, async (request, reply) => {
    const params = ExportParams.safeParse(request.params)
    if (!params.success) return reply.code(404).send(errorBody(message('answer-nothing-there', { url: request.url })))
    const wanted = exportedEvents(request)
    if (!wanted.ok) return reply.code(400).send(errorBody(wanted.error))
    const { fileName, type, bytes } = eventFiles.export(wanted.value, params.data.kind)
    return reply
      .type(type)
      .headers({ 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' })
      .send(Readable.from(bytes, { objectMode: false }))
  })
}

function imageMissing(reply: FastifyReply) {
  return reply.code(404).send(errorBody(message('answer-image-unknown')))
}

function exportedEvents(request: FastifyRequest): Result<ExportedEvents, Refusal> {
  const { ids, filter } = ExportQuery.safeParse(request.query).data ?? {}
  if (filter !== undefined) return filteredEvents(filter)
  const named = ids?.split(',').filter((id) => id !== '') ?? []
  if (named.length === 0) return refuse('events-not-named')
  if (named.length > MOST_NAMED_EVENTS)
    return refuse('too-many-events-named', { count: named.length, most: MOST_NAMED_EVENTS })
  return ok({ kind: 'named', ids: named })
}

function filteredEvents(text: string): Result<ExportedEvents, Refusal> {
  const view = FilterText.safeParse(text)
  if (!view.success) return refuse('event-filter-malformed')
  const filter = toEventFilter(view.data)
  return filter.ok ? ok({ kind: 'found', filter: filter.value }) : filter
}

const FilterText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('is not JSON')
      return z.NEVER
    }
  })
  .pipe(EventFilterView)
