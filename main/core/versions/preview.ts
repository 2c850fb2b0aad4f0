import { pictureUrl } from '#common/contract/urls'
import type { PreviewPicture, VersionPlan } from '#common/contract/versions'
import { totalOf } from '#common/split'
import { describeDrawn } from '#common/versions/describe'
import type { VersionSettings } from '#common/versions/settings'
import type { BlobStore } from '../images/ports.ts'
import type { Clock } from '../ports.ts'
import type { Project, ProjectRepository } from '../projects/ports.ts'
import type { FrozenSource } from './model.ts'
import type { RenderJob, VersionRenderer } from './ports.ts'
import { plannedCounts, skeletonsOf } from './rules.ts'
import type { PreviewOrder, VersionRepository } from './store-ports.ts'

export type PreviewService = ReturnType<typeof previewService>

interface Dependencies {
  readonly versions: VersionRepository
  readonly projects: ProjectRepository
  readonly renderer: VersionRenderer
  readonly blobs: BlobStore
  readonly clock: Clock
  /** Keeps a finished preview for a while and answers the URL that shows it. */
  readonly show: (jpeg: Uint8Array) => string
  readonly inFlight: number
}

export interface PreviewRequest {
  readonly settings: VersionSettings
  readonly seed: string
  readonly order: PreviewOrder
  readonly rows: number
}

/** Longer side to which a source is reduced first; sharp enough for a tile of the preview. */
const PREVIEW_SIDE = 480
/** Bytes per pixel of a JPEG at quality 90, for the estimate before anything was rendered. */
const BYTES_PER_PIXEL = 0.3
/** Time to render one picture on one core, for the estimate before anything was rendered. */
const USUAL_MS = 45

/** What a recipe would do to a project's own pictures, and what it would cost. */
export function previewService({ versions, projects, renderer, blobs, clock, show, inFlight }: Dependencies) {
  let renderMs = USUAL_MS

  async function render(source: FrozenSource, request: PreviewRequest & Pick<RenderJob, 'skeletons'>, variant: number) {
    const started = clock.now().getTime()
    const { imageId, width, height, shapes } = source
    const { settings, seed, skeletons } = request
    const job = { source: { imageId, path: blobs.pathOf(source.blob), width, height, shapes }, variant }
    const made = await renderer.render(
      { ...job, settings, seed, skeletons, previewSide: PREVIEW_SIDE },
      new AbortController().signal,
    )
    renderMs = renderMs * 0.9 + (clock.now().getTime() - started) * 0.1
    return { made, picture: toPicture(made) }
  }

  function toPicture(made: Awaited<ReturnType<VersionRenderer['render']>>): PreviewPicture {
    const { width, height, shapes, jpeg, drawn } = made
    return { url: show(jpeg), width, height, shapes: [...shapes], caption: describeDrawn(drawn) }
  }

  async function preview(project: Project, request: PreviewRequest) {
    const samples = await versions.samples(project.id, request.order, request.rows)
    const isAugmented = plannedCounts({ train: 1, valid: 0, test: 0 }, request.settings).train > 1
    const variants = isAugmented ? [1, 2] : [0]
    const skeletons = skeletonsOf(await projects.classes(project.id))
    let dropped = 0
    let shapes = 0
    const rows = await Promise.all(
      samples.map(async (source) => {
        const results = await Promise.all(variants.map((variant) => render(source, { ...request, skeletons }, variant)))
        for (const { made } of results) {
          dropped += made.droppedShapes
          shapes += source.shapes.length
        }
        return { image: source.imageId, source: toSource(source), results: results.map(({ picture }) => picture) }
      }),
    )
    return { rows, dropped, shapes }
  }

  async function plan(project: Project, settings: VersionSettings): Promise<VersionPlan> {
    const { splits: labelled, leftOut, meanBytes } = await versions.labelled(project.id)
    const splits = plannedCounts(labelled, settings)
    const images = totalOf(splits)
    const { resize } = settings.preprocessing
    const bytesEach = resize ? resize.width * resize.height * BYTES_PER_PIXEL : meanBytes
    const classes = await projects.classes(project.id)
    const sources = totalOf(labelled)
    return {
      sources,
      leftOut,
      images,
      splits,
      bytes: images * bytesEach,
      seconds: (images * renderMs) / 1000 / inFlight,
      classes,
    }
  }

  return { preview, plan }
}

function toSource({ imageId, width, height, shapes }: FrozenSource): PreviewPicture {
  return { url: pictureUrl(imageId, 'screen'), width, height, shapes: [...shapes], caption: 'Source' }
}
