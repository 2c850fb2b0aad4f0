import { refuse } from '#common/errors'
import { managementOf } from '../auth.ts'
import { readAnnotationBodies } from '../bodies/annotation.ts'
import { answer } from '../errors.ts'
import { AnnotateBody, AnnotatedBody, AnnotatePath, AnnotateQuery } from '../schemas/images.ts'
import { ErrorBody, FAILURES } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { isTrue } from '../wire/kit.ts'

/** Registered as a plugin of its own, because bodies are read as text here. */
export async function annotationRoutes(server: ManagementServer): Promise<void> {
  readAnnotationBodies(server)

  server.post('/dataset/:project/annotate/:imageId', {
    config: { scope: 'image:annotate' },
    schema: {
      summary: 'Put an annotation file onto a picture',
      description:
        'Pascal VOC, YOLO text with a label map, COCO, CreateML, a table of boxes and some twenty kinds more; the name and the ' +
        'content say which. Text that is not wrapped in JSON is taken too.',
      tags: ['Images'],
      params: AnnotatePath,
      querystring: AnnotateQuery,
      body: AnnotateBody,
      response: { 200: AnnotatedBody, ...FAILURES, 409: ErrorBody, 413: ErrorBody },
    },
    handler: async (request) => {
      const { project, imageId } = request.params
      const { name = '', overwrite, prediction } = request.query
      if (isTrue(prediction)) answer(refuse('request-invalid', NO_PREDICTIONS))
      const { annotationFile: text, labelmap } = request.body
      const file = { name, text, labelmap: labelmap ?? {}, overwrite: isTrue(overwrite) }
      answer(await managementOf(request).annotate(project, imageId, file))
      return { success: true as const }
    },
  })
}

const NO_PREDICTIONS =
  'prediction: annotations made by a model are not kept apart yet; send them without it, or not at all'
