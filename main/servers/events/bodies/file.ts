import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#common/errors'
import type { ArrivingEventFile } from '#core/events/drafts'
import { type FormFile, openForm, readForms } from '../../kit/form.ts'
import { answer } from '../../kit/refused-request.ts'
import { UnfitRequest } from '../errors.ts'
import { Label } from '../schemas/drafts.ts'

/** Reads forms as streams. Other bodies are read as elsewhere in this server. */
export async function readFileForms(server: FastifyInstance, maxFileBytes: number): Promise<void> {
  await readForms(server, maxFileBytes)
  // The rest of a refused file is read, because clients read no answer before they have sent everything.
  server.addHook('onResponse', async ({ raw }) => void raw.unpipe().resume())
}

/** Maximum bytes of a form besides its file. */
const FORM_BYTES = 1024 * 1024

/** Refuses a form that declares too large a file, before the file is sent. */
export function checkLength({ headers }: FastifyRequest, maxFileBytes: number): void {
  if (Number(headers['content-length'] ?? 0) <= maxFileBytes + FORM_BYTES) return
  answer(refuse('event-file-too-large', { most: maxFileBytes }))
}

/** Reads a form up to its part `file`. */
export async function openFile(request: FastifyRequest): Promise<ArrivingEventFile> {
  if (!request.isMultipart()) throw unfit([], 'The body must be multipart form data with a part named "file"')
  const { fields, file } = await openForm(request, 'file')
  if (file === undefined) throw unfit(['file'], 'file is missing: send it as a part of this name')
  return { bytes: file.bytes, contentType: contentTypeOf(file), label: () => labelAmong(fields) }
}

/** Names of text files. */
const TEXT_NAME = /^[^.]*$|\.(?:txt|text|log|md|csv|tsv|json|jsonl|ya?ml|ini|cfg|conf)$/i

/** Types that fit in a header; longer ones are not real. */
const TYPE = /^[a-z0-9][\w!#$&^.+-]{0,60}\/[a-z0-9][\w!#$&^.+-]{0,90}$/

/**
 * Returns the type in the form, if it is valid. The parser calls a file without a type `text/plain`, so that type is
 * only believed if the file's name does not contradict it.
 */
function contentTypeOf({ contentType, name }: FormFile): string {
  const isUnsaid = contentType === 'text/plain' && !TEXT_NAME.test(name)
  return TYPE.test(contentType) && !isUnsaid ? contentType : 'application/octet-stream'
}

function labelAmong(fields: ReadonlyMap<string, readonly string[]>): string | null {
  const given = fields.get('label')?.find((value) => value !== '') ?? null
  const label = Label.safeParse(given)
  if (!label.success) throw unfit(['label'], 'label must have at most 1000 characters')
  return label.data
}

function unfit(path: readonly string[], msg: string): UnfitRequest {
  const type = msg.includes('missing') ? 'missing' : 'value_error'
  return new UnfitRequest([{ loc: ['body', ...path], msg, type }])
}
