import { z } from 'zod'
import { ok } from '#common/result'
import { nameInAddress } from '#core/exchange/datasets/places'
import { scaleParts } from '../../labels/json/scale.ts'
import { readShape } from '../../labels/kit/json.ts'
import { documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'
import { withoutEnding } from '../kit/paths.ts'

/** A task without a response, or in another state than `completed`, is not done. */
const Task = z.object({
  params: z.object({ attachment: z.string().optional() }).optional(),
  response: z.object({ annotations: z.array(z.unknown()).optional() }).nullish(),
  status: z.unknown().optional(),
})

/** Scale AI: tasks with their responses, one in a file or a list of them. A task that does not name its image is called as the image. */
export const scale = documentImporter({
  id: 'scale',
  title: 'Scale AI',
  isWanted: (keys) => ['', '[].'].some((list) => keys.has(`${list}response.annotations[]`)),
  pieces: (keys) => (keys.has('[]') ? { lists: [''] } : undefined),
  entries(document, { path }) {
    const read = readShape(Task, document)
    if (!read.ok) return read
    const { params, response, status = 'completed' } = read.value
    if (!response?.annotations || status !== 'completed') return ok([])
    const name = params?.attachment ? nameInAddress(params.attachment) : withoutEnding(path)
    return ok([entryOfParts(name, scaleParts(response.annotations))])
  },
})
