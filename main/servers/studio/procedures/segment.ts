import { implement } from '@orpc/server'
import { segmentContract } from '#common/contract/segment'
import { imagePoint } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { SegmentImage } from '#core/predictions/ports'
import { answer } from '../answer.ts'
import type { OpenElsewhere, StudioServices } from '../services.ts'

const os = implement(segmentContract)

export function segmentProcedures(services: StudioServices) {
  const { workspace, projects, images, segmenter, files } = services

  async function find(input: { project: string; image: ImageId }) {
    const there = services.elsewhere()
    if (there !== undefined) return findElsewhere(there, input)
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

/** The pixels are fetched once; the outlines are cut on this machine. */
async function findElsewhere(
  { studio, pictures }: OpenElsewhere,
  { project, image }: { project: string; image: ImageId },
): Promise<SegmentImage> {
  const { width, height } = answer(await studio.images.details(project, image))
  return { ...answer(await pictures.original(image)), width, height }
}
