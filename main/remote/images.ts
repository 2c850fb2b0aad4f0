import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ImageOperations } from '#core/management/images'
import { TaskStarted, Uploaded } from './answers.ts'
import { wordsOf } from './form.ts'
import type { RemoteHttp } from './http.ts'
import { pathOf } from './path.ts'

interface Access extends Pick<RemoteHttp, 'ask'> {
  readonly identify: () => Promise<Result<string, Refusal>>
}

const Tagged = z.object({ tags: z.array(z.string()) })
const Nothing = z.undefined()
const Purged = z.object({ deleted: z.int(), skipped: z.int() })
const Done = z.object({ success: z.literal(true) })

export function remoteImages({ ask, identify }: Access): ImageOperations {
  async function send<Body>(
    method: 'POST' | 'DELETE',
    schema: z.ZodType<Body>,
    { json, parts }: { readonly json: unknown; readonly parts: readonly string[] },
  ) {
    const workspace = await identify()
    if (!workspace.ok) return workspace
    return ask(schema, { method, path: pathOf(workspace.value, ...parts), json })
  }

  return {
    async uploadFrom(project, url, about) {
      const query = new URLSearchParams({ image: url })
      for (const [field, value] of wordsOf(about)) if (value !== '') query.append(field, value)
      const path = `${pathOf('dataset', project, 'upload')}?${query.toString()}`
      return ask(Uploaded, { method: 'POST', path, takesLong: true })
    },
    async editTags(project, image, edit) {
      const answer = await send('POST', Tagged, { json: edit, parts: [project, 'images', image, 'tags'] })
      return answer.ok ? ok(answer.value.tags) : answer
    },
    async edit(image, wanted) {
      const answer = await send('POST', Done, { json: wanted, parts: ['images', image, 'metadata'] })
      return answer.ok ? ok(undefined) : answer
    },
    async editMany(updates) {
      const json = { updates: updates.map(({ image: imageId, ...wanted }) => ({ imageId, ...wanted })) }
      const answer = await send('POST', TaskStarted, { json: json, parts: ['images', 'metadata'] })
      return answer.ok ? ok(answer.value.taskId) : answer
    },
    trash: (project, images) => send('DELETE', Nothing, { json: { images }, parts: [project, 'images'] }),
    purge: (images) => send('DELETE', Purged, { json: { images }, parts: ['images'] }),
  }
}
