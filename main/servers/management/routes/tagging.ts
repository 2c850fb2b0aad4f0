import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { ImagePath } from '../schemas/images.ts'
import { FAILURES, WorkspacePath } from '../schemas/kit.ts'
import { EditedBody, ImageEditBody, ImageEditsBody, LooseImagePath, TaggedBody, TagsBody } from '../schemas/tagging.ts'
import { TaskCreatedBody } from '../schemas/tasks.ts'
import type { ManagementServer } from '../validation.ts'
import { originOf, taskLink } from '../wire/links.ts'

export function taggingRoutes(server: ManagementServer): void {
  server.post('/:workspace/:project/images/:imageId/tags', {
    config: { scope: 'image:tag' },
    schema: {
      summary: 'Add, remove or set tags of an image',
      tags: ['Images'],
      params: ImagePath,
      body: TagsBody,
      response: { 200: TaggedBody, ...FAILURES },
    },
    handler: async (request) => {
      const { project, imageId } = request.params
      const tags = answer(await managementOf(request).images.editTags(project, imageId, request.body))
      return { success: true as const, tags: [...tags] }
    },
  })

  server.post('/:workspace/images/:imageId/metadata', {
    config: { scope: 'image:tag' },
    schema: {
      summary: 'Change tags and metadata of an image',
      tags: ['Images'],
      params: LooseImagePath,
      body: ImageEditBody,
      response: { 200: EditedBody, ...FAILURES },
    },
    handler: async (request) => {
      answer(await managementOf(request).images.edit(request.params.imageId, request.body))
      return { success: true as const }
    },
  })

  server.post('/:workspace/images/metadata', {
    config: { scope: 'image:tag' },
    schema: {
      summary: 'Change tags and metadata of many images',
      description: 'The result of the task is `{succeeded, failed, failedItems}`; missing images do not fail it.',
      tags: ['Images'],
      params: WorkspacePath,
      body: ImageEditsBody,
      response: { 202: TaskCreatedBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { workspace } = request.params
      const updates = request.body.updates.map(({ imageId: image, ...wanted }) => ({ image, ...wanted }))
      const taskId = answer(await managementOf(request).images.editMany(updates))
      return reply.code(202).send({ taskId, url: taskLink(originOf(request), workspace, taskId) })
    },
  })
}
