import { answer } from '../../kit/refused-request.ts'
import { sendFile } from '../../kit/send-file.ts'
import { toErrorBody } from '../errors.ts'
import { FAILURES } from '../schemas/errors.ts'
import { Bytes, FileParams } from '../schemas/files.ts'
import type { EventsServices } from '../services.ts'
import type { EventsServer } from '../validation.ts'
import { toSentFile } from '../wire/files.ts'

const PLACES = [
  { url: '/local-only-files/:file_id', kind: 'local', summary: 'The bytes of a local-only file' },
  { url: '/files/:file_id', kind: undefined, summary: 'The bytes of any file of an event' },
] as const

/** An uploaded file opened in a browser is a document, which must not run scripts or be sniffed as another type. */
const HARMLESS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" }

export function fileRoutes(server: EventsServer, { events }: EventsServices): void {
  const { 401: keyless, 404: missing, 500: failed } = FAILURES
  for (const { url, kind, summary } of PLACES) {
    server.get(url, {
      schema: {
        summary,
        description: 'One `Range` may be asked for; `If-Range` and `If-None-Match` take the `ETag`.',
        tags: ['Files'],
        params: FileParams,
        response: { 200: Bytes, 206: Bytes, 401: keyless, 404: missing, 416: missing, 500: failed },
      },
      handler: async (request, reply) => {
        const file = toSentFile(answer(await events.file(request.params.file_id, kind)))
        return sendFile({ request, reply: reply.headers(HARMLESS) }, file, toErrorBody)
      },
    })
  }
}
