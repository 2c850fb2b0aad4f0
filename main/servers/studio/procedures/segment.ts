import { implement } from '@orpc/server'
import { segmentContract } from '#common/contract/segment'
import { imagePoint } from '#common/geometry/space'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(segmentContract)

export function segmentProcedures({ workspace, projects, images, segmenter, files }: StudioServices) {
  async function find(input: { project: string; image: string }) {
    const project = answer(await projects.find(workspace, input.project))
    return files.segmentImage(answer(await images.find(project, input.image)))
  }
  return os.router({
    prepare: os.prepare.handler(async ({ input, signal }) => {
      await segmenter.prepare(await find(input), signal ?? new AbortController().signal)
      return {}
    }),
    predict: os.predict.handler(async ({ input, signal }) => {
      const points = input.points.map(({ x, y, positive }) => ({ at: imagePoint(x, y), positive }))
      const prompt = input.box === undefined ? { points } : { points, box: input.box }
      const found = await segmenter.segment(await find(input), prompt, signal ?? new AbortController().signal)
      const candidates = found.kind === 'found' ? found.candidates : []
      return { candidates: candidates.map((candidate) => ({ ...candidate, rings: [...candidate.rings] })) }
    }),
  })
}
