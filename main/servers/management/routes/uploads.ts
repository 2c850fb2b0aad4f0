import type { z } from 'zod'
import { refusal, refuse } from '#common/errors'
import type { ImageAbout } from '#core/management/images'
import type { Management } from '#core/management/ports'
import { answer, RefusedRequest } from '../../kit/refused-request.ts'
import { admit, type Doorkeeper, type Exchange, keyIn, managementOf, missing } from '../auth.ts'
import type { ArrivingUpload } from '../bodies/arriving.ts'
import { noImage, openUpload, readImageBodies } from '../bodies/image.ts'
import { DatasetPath, UploadedBody, UploadForm, UploadQuery } from '../schemas/images.ts'
import { ErrorBody, FAILURES, ProjectPath, RetryableBody } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toUploadedBody } from '../wire/images.ts'

const PATHS = [
  { url: '/dataset/:project/upload', params: DatasetPath },
  { url: '/:workspace/:project/upload', params: ProjectPath },
] as const

/** Registered as a plugin of its own, because bodies stay streams here. */
export async function uploadRoutes(server: ManagementServer, door: Doorkeeper): Promise<void> {
  await readImageBodies(server)
  // The rest of a refused image is read to its end: clients read no answer before they have sent all.
  server.addHook('onResponse', async ({ raw }) => void raw.unpipe().resume())

  for (const { url, params } of PATHS) {
    server.post(url, {
      config: { keyInForm: true, scope: 'image:create' },
      schema: {
        summary: 'Upload an image',
        description: 'As a form with the file in any place, as base64 text, or by its address in `image`.',
        tags: ['Images'],
        consumes: ['multipart/form-data'],
        params,
        querystring: UploadQuery,
        body: UploadForm,
        response: { 200: UploadedBody, ...FAILURES, 413: ErrorBody, 502: RetryableBody },
      },
      handler: async (request, reply) => {
        const { params, query } = request
        const arriving = await openFor({ request, reply }, door)
        return toUploadedBody(answer(await takeIn(managementOf(request), params.project, { ...arriving, query })))
      },
    })
  }
}

/** A key that stands in the form must come before the file, so that strangers send no bytes to the disk. */
async function openFor({ request, reply }: Exchange, door: Doorkeeper): Promise<ArrivingUpload> {
  if (request.caller === undefined && !request.isMultipart()) answer(missing())
  const arriving = await openUpload(request, UploadQuery.parse(request.query).image !== undefined)
  if (request.caller === undefined) {
    const secret = keyIn(Object.fromEntries(arriving.fields))
    if (secret === undefined) answer(missing())
    else await admit(door, secret, { request, reply })
  }
  return arriving
}

interface Asked extends ArrivingUpload {
  readonly query: z.output<typeof UploadQuery>
}

async function takeIn(management: Management, project: string, asked: Asked) {
  const { fields, file, query } = asked
  const url = fields.get('image')?.find((value) => value !== '') || query.image
  if (url && file) return refuse('image-and-address-sent')
  if (url) return management.images.uploadFrom(project, url, readAbout(asked))
  return file ? management.upload(project, { bytes: file.bytes, about: () => readAbout(asked) }) : noImage()
}

/** The parser of forms puts this mark in place of bytes that are no UTF-8; stored, they would be lost without a word. */
const REPLACED = '\uFFFD'

function utf8(metadata: string | undefined): string | undefined {
  if (!metadata?.includes(REPLACED)) return metadata
  throw new RefusedRequest(refusal('form-field-not-utf8', { field: 'metadata' }))
}

/** The form says it first, then the query, then the file's own name. Tags of both count. */
function readAbout({ fields, file, query }: Asked): ImageAbout {
  const { tag: queryTags = [], image: _image, ...rest } = query
  const said = (key: keyof typeof rest) => fields.get(key)?.find((value) => value !== '') || rest[key] || undefined
  return {
    name: said('name') ?? file?.name ?? '',
    tags: [...(fields.get('tag') ?? []), ...queryTags].filter((tag) => tag !== ''),
    split: said('split'),
    batch: said('batch'),
    metadata: utf8(said('metadata')),
    sequenceNumber: said('sequence_number'),
    sequenceSize: said('sequence_size'),
    inferenceId: said('inference_id'),
  }
}
