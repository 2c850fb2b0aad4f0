import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { MAX_ZIP_BYTES } from '#core/exchange/zip-uploads/rules'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import type { Links } from '../links.ts'
import { FAILURES, ProjectPath } from '../schemas/kit.ts'
import { TaskBody } from '../schemas/tasks.ts'
import { WantedZipBody, ZipTaskPath, ZipUploadBody } from '../schemas/zip-uploads.ts'
import type { ManagementServices } from '../services.ts'
import type { ManagementServer } from '../validation.ts'
import { FILES, LINKED, originOf } from '../wire/links.ts'
import { toTaskBody } from '../wire/tasks.ts'

export function zipUploadRoutes(server: ManagementServer, links: Links): void {
  server.post('/:workspace/:project/upload/zip', {
    config: { scope: 'image:create' },
    schema: {
      summary: 'Open an upload of a ZIP file',
      description:
        'PUT the archive, at most 2 GB and 10,000 files, to `signedUrl`; then follow the task. Labels that lie beside the ' +
        'images (Pascal VOC, YOLO text, COCO) are put on.',
      tags: ['Images'],
      params: ProjectPath,
      body: WantedZipBody,
      response: { 200: ZipUploadBody, ...FAILURES },
    },
    handler: async (request) => {
      const { split, tags, batchName } = request.body
      const wanted = { split: split ?? undefined, tags: tags ?? undefined, batchName: batchName ?? undefined }
      const started = answer(await managementOf(request).zipUploads.start(request.params.project, wanted))
      return { signedUrl: links.of(request).zipUpload(started.upload), taskId: started.taskId }
    },
  })

  server.get('/:workspace/upload/zip/:taskId', {
    config: { scope: 'image:create' },
    schema: {
      summary: 'How far the import of a ZIP file is',
      tags: ['Images'],
      params: ZipTaskPath,
      response: { 200: TaskBody, ...FAILURES },
    },
    handler: async (request) =>
      toTaskBody(answer(await managementOf(request).zipUploads.task(request.params.taskId)), originOf(request)),
  })
}

const UploadPath = z.object({ task: z.string() })
const Link = z.object({ key: z.string() })
const Length = z.object({ 'content-length': z.coerce.number() })

/** Where archives arrive. The link carries its own key, so this asks for no API key. A plugin of its own: bodies stay streams here. */
export async function zipArrivals(
  server: FastifyInstance,
  { zipUploads }: Pick<ManagementServices, 'zipUploads'>,
  links: Links,
): Promise<void> {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // The rest of a refused archive is read to its end: clients read no answer before they have sent all.
  server.addHook('onResponse', async ({ raw }) => void raw.unpipe().resume())

  server.put(`${FILES}/uploads/:task`, { schema: { hide: true } }, async ({ params, query, headers, raw }) => {
    const at = UploadPath.safeParse(params)
    const link = Link.safeParse(query)
    if (!at.success || !link.success || !(await links.opens(link.data.key, LINKED.zipUpload(at.data.task)))) {
      return answer(refuse('link-leads-to-no-upload'))
    }
    const length = Length.safeParse(headers)
    if (length.success && length.data['content-length'] > MAX_ZIP_BYTES) {
      return answer(refuse('archive-larger-than-2-gb'))
    }
    answer(await zipUploads.receive(at.data.task, raw))
    return { taskId: at.data.task }
  })
}
