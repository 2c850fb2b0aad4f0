import type { z } from 'zod'
import { refuse } from '#common/errors'
import type { PictureAbout } from '#core/management/ports'
import { admit, type Doorkeeper, type Exchange, keyIn, managementOf, missing } from '../auth.ts'
import { type ArrivingPicture, openPicture, readPictureBodies } from '../bodies/picture.ts'
import { answer } from '../errors.ts'
import { DatasetPath, UploadedBody, UploadForm, UploadQuery } from '../schemas/images.ts'
import { ErrorBody, FAILURES, ProjectPath } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toUploadedBody } from '../wire/images.ts'

const PATHS = [
  { url: '/dataset/:project/upload', params: DatasetPath },
  { url: '/:workspace/:project/upload', params: ProjectPath },
] as const

/** Registered as a plugin of its own, because bodies stay streams here. */
export async function uploadRoutes(server: ManagementServer, door: Doorkeeper): Promise<void> {
  await readPictureBodies(server)
  // What of a refused picture is still on its way is read to its end: clients read no answer before they have sent all.
  server.addHook('onResponse', async ({ raw }) => void raw.unpipe().resume())

  for (const { url, params } of PATHS) {
    server.post(url, {
      config: { keyInForm: true, scope: 'image:create' },
      schema: {
        summary: 'Upload a picture',
        description: 'As a form with the file in any place, or as base64 text with the name in the query.',
        tags: ['Images'],
        consumes: ['multipart/form-data'],
        params,
        querystring: UploadQuery,
        body: UploadForm,
        response: { 200: UploadedBody, ...FAILURES, 413: ErrorBody },
      },
      handler: async (request, reply) => {
        const { params, query } = request
        const picture = await openFor({ request, reply }, door)
        const upload = { bytes: picture.bytes, about: () => readAbout(picture, query) }
        return toUploadedBody(answer(await managementOf(request).upload(params.project, upload)))
      },
    })
  }
}

const NO_URLS =
  'image: pictures are not fetched from other addresses. Send the file itself, in a form field named "file"'

/** A key that stands in the form must come before the file, so that strangers send no bytes to the disk. */
async function openFor({ request, reply }: Exchange, door: Doorkeeper): Promise<ArrivingPicture> {
  if (request.caller === undefined && !request.isMultipart()) answer(missing())
  if (UploadQuery.parse(request.query).image !== undefined) answer(refuse('request-invalid', NO_URLS))
  const picture = await openPicture(request)
  if (request.caller === undefined) {
    const secret = keyIn(Object.fromEntries(picture.fields))
    if (secret === undefined) answer(missing())
    else await admit(door, secret, { request, reply })
  }
  return picture
}

/** The form says it first, then the query, then the file's own name. Tags of both count. */
function readAbout({ fields, fileName }: ArrivingPicture, query: z.output<typeof UploadQuery>): PictureAbout {
  const { tag: queryTags = [], ...rest } = query
  const said = (key: keyof typeof rest) => fields.get(key)?.find((value) => value !== '') || rest[key] || undefined
  const [split, batch, metadata] = [said('split'), said('batch'), said('metadata')]
  const [sequenceNumber, sequenceSize] = [said('sequence_number'), said('sequence_size')]
  const inferenceId = said('inference_id')
  return {
    name: said('name') ?? fileName,
    tags: [...(fields.get('tag') ?? []), ...queryTags],
    ...(split && { split }),
    ...(batch && { batch }),
    ...(metadata && { metadata }),
    ...(sequenceNumber && { sequenceNumber }),
    ...(sequenceSize && { sequenceSize }),
    ...(inferenceId && { inferenceId }),
  }
}
