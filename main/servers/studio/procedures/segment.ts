import { implement } from '@orpc/server'
import { segmentContract } from '#common/contract/segment'
import type { Box } from '#common/geometry/box'
import { imagePoint } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { SegmentImage } from '#core/annotation/predictions/ports'
import { answer } from '../answer.ts'
import type { OpenRemote, StudioServices } from '../services.ts'

const os = implement(segmentContract)

export function segmentProcedures(services: StudioServices) {
  const { workspace, projects, images, segmenter, files } = services

  async function find(input: { project: string; image: ImageId; crop?: Box | undefined }): Promise<SegmentImage> {
    const { crop } = input
    const there = services.remote()
    const image = there === undefined ? await findHere(input) : await findRemote(there, input)
    return { ...image, ...(crop && { crop: cropOf(crop, image) }) }
  }

  async function findHere(input: { project: string; image: ImageId }): Promise<SegmentImage> {
    const project = answer(await projects.find(workspace, input.project))
    return files.segmentImage(answer(await images.find(project, input.image)))
  }

  return os.router({
    prepare: os.prepare.handler(async ({ input, signal }) => {
      const { fault = null, ...engine } = await segmenter.prepare(
        await find(input),
        signal ?? new AbortController().signal,
      )
      return { ...engine, fault }
    }),
    prepared: os.prepared.handler(async ({ input }) => {
      // Which images of another machine were looked at here is not kept.
      if (services.remote() !== undefined) return { images: [] }
      const project = answer(await projects.find(workspace, input.project))
      const known = await Promise.all(input.images.map((image) => images.find(project, image)))
      const asked = known.flatMap((found) =>
        found.ok ? [{ id: found.value.id, file: files.segmentImage(found.value) }] : [],
      )
      const ready = new Set(await segmenter.prepared(asked.map(({ file }) => file)))
      return { images: asked.filter(({ file }) => ready.has(file)).map(({ id }) => id) }
    }),
    predict: os.predict.handler(async ({ input, signal }) => {
      const points = input.points.map(({ x, y, positive }) => ({ at: imagePoint(x, y), positive }))
      const { box, isPreview, goesOn } = input
      const prompt = { points, ...(box && { box }), ...(isPreview && { isPreview }), ...(goesOn && { goesOn }) }
      const found = await segmenter.segment(await find(input), prompt, signal ?? new AbortController().signal)
      const candidates = found.kind === 'found' ? found.candidates : []
      const rings = candidates.map((candidate) => ({ ...candidate, rings: [...candidate.rings] }))
      return { candidates: rings, fault: found.fault ?? null }
    }),
  })
}

/** Whole pixels inside the frame, at least one. */
function cropOf({ x0, y0, x1, y1 }: Box, { width, height }: SegmentImage): Box {
  const [left, top] = [within(Math.floor(x0), width - 1), within(Math.floor(y0), height - 1)]
  return {
    x0: left,
    y0: top,
    x1: Math.max(left + 1, within(Math.ceil(x1), width)),
    y1: Math.max(top + 1, within(Math.ceil(y1), height)),
  }
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}

/** The pixels are fetched once; the outlines are cut on this machine. */
async function findRemote(
  { studio, images }: OpenRemote,
  { project, image }: { project: string; image: ImageId },
): Promise<SegmentImage> {
  const { width, height } = answer(await studio.images.details(project, image))
  return { ...answer(await images.original(project, image)), width, height }
}
