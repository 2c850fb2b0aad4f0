import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Refusal, refusal } from '#common/errors'
import { shorten } from '#common/text'
import { RefusedRequest } from './refused-request.ts'

/** A form as it arrives: fields may still come while the bytes are read, as forms put them in any order. */
export interface ArrivingForm {
  /** Values of each field in the order they came. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** The file, or undefined where the form holds words only. */
  readonly file: FormFile | undefined
}

export interface FormFile {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Name of the file in the form; empty where it has none. */
  readonly name: string
  /** In lower case and without parameters. The parser calls a file without a type `text/plain`. */
  readonly contentType: string
}

/** Leaves forms as streams, so that a file goes to the disk as it arrives. */
export async function readForms(server: FastifyInstance, maxFileBytes: number): Promise<void> {
  // One byte more than is taken, so that who takes it sees that there is more.
  const limits = { fileSize: maxFileBytes + 1, files: MOST_FILES, fields: MOST_FIELDS, fieldSize: 64 * 1024 }
  await server.register(fastifyMultipart, { limits, isPartAFile })
}

const MOST_FILES = 8
const MOST_FIELDS = 200

/** Names by which the parser reports forms of too many parts. */
const LIMITS: Readonly<Record<string, Refusal>> = {
  FST_FILES_LIMIT: refusal('form-with-too-many-files', { most: MOST_FILES }),
  FST_FIELDS_LIMIT: refusal('form-with-too-many-fields', { most: MOST_FIELDS }),
  FST_PARTS_LIMIT: refusal('form-with-too-many-parts', { most: MOST_FILES + MOST_FIELDS }),
}

/** Some clients give the file no name of its own; its field tells it then. */
function isPartAFile(field: string | undefined, type: string | undefined, name: string | undefined): boolean {
  return name !== undefined || field === 'file' || type === 'application/octet-stream'
}

/** Reads a form up to its file, which must be the part of this name where one is given. */
export async function openForm(request: FastifyRequest, part?: string): Promise<ArrivingForm> {
  const parts = request.parts()[Symbol.asyncIterator]()
  const fields = new Map<string, string[]>()
  let file = await nextFile(parts, fields)
  let stranger: MultipartFile | undefined
  while (file !== undefined && part !== undefined && file.fieldname !== part) {
    stranger = file
    file.file.resume()
    file = await nextFile(parts, fields)
  }
  if (file === undefined) return { fields, file: undefined }
  if (stranger) {
    file.file.resume()
    refuseFile(stranger, part)
  }
  const { filename, mimetype: contentType } = file
  return { fields, file: { bytes: bytesOf(file, parts, fields), name: FileName.parse(filename), contentType } }
}

/** The parser leaves it out where the form does. */
const FileName = z.string().catch('')

type Parts = AsyncIterator<MultipartFile | MultipartValue>

/** The fields behind the file belong to it too; a second file would be lost without a word. */
async function* bytesOf(file: MultipartFile, parts: Parts, fields: Map<string, string[]>) {
  yield* chunksOf(file)
  const second = await nextFile(parts, fields)
  if (second) refuseFile(second)
}

/** The rest of the form is still read to its end by whoever answers. */
function refuseFile({ file, filename, fieldname }: MultipartFile, part?: string): never {
  file.resume()
  const name = FileName.parse(filename) || FileName.parse(fieldname)
  const shown = shorten(name)
  throw new RefusedRequest(
    part === undefined
      ? refusal('form-with-unexpected-file', { file: shown })
      : refusal('form-file-misnamed', { file: shown, part }),
  )
}

async function* chunksOf({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield z.instanceof(Uint8Array).parse(chunk)
  } catch (failure) {
    throw asBroken(failure)
  }
}

/** The next file of the form; fields on the way are noted. */
async function nextFile(parts: Parts, fields: Map<string, string[]>): Promise<MultipartFile | undefined> {
  try {
    for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
      if (part.value.type === 'file') return part.value
      const { fieldname, value } = part.value
      if (typeof value === 'string') fields.set(fieldname, [...(fields.get(fieldname) ?? []), value])
    }
    return undefined
  } catch (failure) {
    throw asBroken(failure)
  }
}

/** The parser names some faults with a status of their own; all others are a form that is damaged. */
function asBroken(failure: unknown): unknown {
  if (failure instanceof RefusedRequest) return failure
  const exceeded = failure instanceof Error && 'code' in failure ? LIMITS[String(failure.code)] : undefined
  if (exceeded) return new RefusedRequest(exceeded)
  if (failure instanceof Error && 'statusCode' in failure) return failure
  return new RefusedRequest(refusal('form-damaged'))
}
