import { imageUrl } from '#common/contract/urls'
import type { PreviewImage, VersionPlan } from '#common/contract/versions'
import { totalOf } from '#common/split'
import type { ImageFormat } from '#common/versions/preprocessing'
import { isOn, type VersionSettings } from '#common/versions/settings'
import type { BlobStore } from '../dataset/images/ports.ts'
import type { Project, ProjectRepository } from '../dataset/projects/ports.ts'
import type { Clock } from '../ports.ts'
import { remapClasses, remapShapes } from './classes.ts'
import { estimateObjects, estimateParts, meanPixels } from './estimate.ts'
import { isUnreadable, toRender } from './generate.ts'
import type { FrozenSource } from './model.ts'
import type { RenderedImage, VersionRenderer } from './ports.ts'
import { labelsBefore, renderPreview } from './render-preview.ts'
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

/** Bytes per pixel of each kind of file, for the estimate before anything was rendered: a JPEG at quality 90, a PNG of a photograph. */
const BYTES_PER_PIXEL: Readonly<Record<ImageFormat, number>> = { jpeg: 0.3, png: 1.8, original: 1.8 }
/** Time to render one image on one core, for the estimate before anything was rendered. */
const USUAL_MS = 45

/** Previews of a recipe on a project's own images, with its cost. */
export function previewService({ versions, projects, renderer, blobs, clock, show, inFlight }: Dependencies) {
  let renderMs = USUAL_MS

  async function preview(project: Project, { settings, seed, order, rows: limit }: PreviewRequest) {
    const { 'filter-tags': tags, remap } = settings.preprocessing
    const { classes, becomes } = remapClasses(await projects.classes(project.id), remap)
    const samples = await versions.samples(project.id, { order, limit, tags })
    const sources = samples.map((sample) => ({ ...sample, shapes: remapShapes(sample.shapes, becomes) }))
    const recipe = { settings, seed, skeletons: skeletonsOf(classes) }
    const neighbours = sources.map((source) => toRender(source, blobs))
    const rendering = sources.map(async (source) => {
      const started = clock.now().getTime()
      const rendered = toRender(source, blobs)
      const made = await renderPreview(renderer, { ...recipe, source: rendered, neighbours }).catch(unlessUnreadable)
      if (made === undefined) return []
      // A clock that is set back in between must not make the estimate negative.
      const each = Math.max(0, clock.now().getTime() - started) / Math.max(1, made.length)
      renderMs = renderMs * 0.9 + each * 0.1
      return [{ source, made, before: labelsBefore(rendered, made, settings) }]
    })
    const rows = (await Promise.all(rendering)).flat()
    return {
      rows: rows.map(({ source, made }) => ({
        image: source.imageId,
        source: toSource(source),
        results: made.map((image) => toImage(image, show)),
      })),
      dropped: rows.flatMap(({ made }) => made).reduce((sum, { droppedShapes }) => sum + droppedShapes, 0),
      shapes: rows.reduce((sum, { before }) => sum + before, 0),
    }
  }

  async function plan(project: Project, settings: VersionSettings): Promise<VersionPlan> {
    const { preprocessing } = settings
    const { 'filter-tags': tags, remap } = preprocessing
    const { splits: labelled, leftOut } = await versions.labelled(project.id, tags)
    const { classes, becomes } = remapClasses(await projects.classes(project.id), remap)
    const parts = isOn(preprocessing.isolate)
      ? estimateObjects(await versions.objects(project.id, tags), preprocessing, becomes)
      : estimateParts(await versions.sizes(project.id, tags), preprocessing)
    const splits = plannedCounts(parts.splits, settings)
    const images = totalOf(splits)
    return {
      sources: totalOf(labelled),
      sourceSplits: labelled,
      leftOut,
      images,
      splits,
      bytes: images * meanPixels(parts) * BYTES_PER_PIXEL[preprocessing['image-format']?.format ?? 'jpeg'],
      seconds: (images * renderMs) / 1000 / inFlight,
      classes: [...classes],
    }
  }

  return { preview, plan }
}

/** The other images are shown; generating the version names the one that cannot be read. */
function unlessUnreadable(failure: unknown): undefined {
  if (!isUnreadable(failure)) throw failure
}

/** A finished image as screens show it. */
export function toImage(made: RenderedImage, show: (jpeg: Uint8Array) => string): PreviewImage {
  const { width, height, shapes, encoded, drawn } = made
  return { url: show(encoded), width, height, shapes: [...shapes], drawn }
}

function toSource({ imageId, width, height, shapes }: FrozenSource): PreviewImage {
  return { url: imageUrl(imageId, 'screen'), width, height, shapes: [...shapes], drawn: null }
}
