import { z } from 'zod'
import { ok } from '#common/result'
import type { ImageOperations } from '#core/management/images'
import { TaskStarted, Uploaded } from './answers.ts'
import type { CallWorkspace } from './calls.ts'
import { wordsOf } from './form.ts'

const Tagged = z.object({ tags: z.array(z.string()) })
const Nothing = z.undefined()
const Purged = z.object({ deleted: z.int(), skipped: z.int() })
const Done = z.object({ success: z.literal(true) })

export function remoteImages(call: CallWorkspace): ImageOperations {
  return {
    uploadFrom(project, url, about) {
      const query = new URLSearchParams({ image: url })
      for (const [field, value] of wordsOf(about)) if (value !== '') query.append(field, value)
      return call(Uploaded, { method: 'POST', parts: [project, 'upload'], query, takesLong: true })
    },
    async editTags(project, image, edit) {
      const answer = await call(Tagged, { method: 'POST', json: edit, parts: [project, 'images', image, 'tags'] })
      return answer.ok ? ok(answer.value.tags) : answer
    },
    async edit(image, wanted) {
      const answer = await call(Done, { method: 'POST', json: wanted, parts: ['images', image, 'metadata'] })
      return answer.ok ? ok(undefined) : answer
    },
    async editMany(updates) {
      const json = { updates: updates.map(({ image: imageId, ...wanted }) => ({ imageId, ...wanted })) }
      const answer = await call(TaskStarted, { method: 'POST', json, parts: ['images', 'metadata'] })
      return answer.ok ? ok(answer.value.taskId) : answer
    },
    trash: (project, images) => call(Nothing, { method: 'DELETE', json: { images }, parts: [project, 'images'] }),
    purge: (images) => call(Purged, { method: 'DELETE', json: { images }, parts: ['images'] }),
  }
}
