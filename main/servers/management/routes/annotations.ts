import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { readAnnotationBodies } from '../bodies/annotation.ts'
import { AnnotateBody, AnnotatedBody, AnnotatePath, AnnotateQuery, ReadAnnotateBody } from '../schemas/images.ts'
import { ErrorBody, FAILURES } from '../schemas/kit.ts'
import { checkBody, type ManagementServer } from '../validation.ts'
import { isTrue } from '../wire/kit.ts'

/** Registered as a plugin of its own, because bodies are read as text here. */
export async function annotationRoutes(server: ManagementServer): Promise<void> {
  readAnnotationBodies(server)

  server.post('/dataset/:project/annotate/:imageId', {
    config: { scope: 'image:annotate' },
    schema: {
      summary: 'Put an annotation file onto an image',
      description:
        'Pascal VOC, YOLO text with a label map, COCO, CreateML, a table of boxes and some twenty kinds more; the name and the ' +
        'content say which. Text that is not wrapped in JSON is taken too. With `prediction=true` it is what a model says: it ' +
        'replaces what the same `source` said of the image before (with `overwrite=true`, what any said), is never refused ' +
        'because the image has labels, and changes neither labels nor the dataset.',
      tags: ['Images'],
      params: AnnotatePath,
      querystring: AnnotateQuery,
      body: AnnotateBody,
      response: { 200: AnnotatedBody, ...FAILURES, 409: ErrorBody, 413: ErrorBody },
    },
    handler: async (request) => {
      const { project, imageId } = request.params
      const { name = '', source = '', overwrite, prediction } = request.query
      const { annotationFile: text, labelmap } = checkBody(ReadAnnotateBody, request.body)
      const file = { name, text, labelmap, overwrite: isTrue(overwrite) }
      const management = managementOf(request)
      if (isTrue(prediction)) {
        answer(await management.proposals.offer(project, imageId, { ...file, source }))
        return { success: true as const }
      }
      const { leftOut } = answer(await management.annotate(project, imageId, file))
      return { success: true as const, ...(leftOut.length > 0 && { leftOut: [...leftOut] }) }
    },
  })
}
