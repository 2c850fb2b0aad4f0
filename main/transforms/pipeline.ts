import type { Shape } from '#common/annotation/shape'
import { settled } from '#common/annotation/transform'
import type { VersionSettings } from '#common/versions/settings'
import { isOn } from '#common/versions/settings'
import type {
  PartOutline,
  RenderedImage,
  RenderJob,
  RenderSource,
  VersionRenderer,
  WantedImage,
} from '#core/versions/ports'
import { verifiedSource } from '#decoding/verified'
import { contentKey } from './content-key.ts'
import { ImageReadError } from './image-read-error.ts'
import { composeMosaic, drawMosaic, type Labelled, mosaicOthers } from './mosaic.ts'
import { encodeImage } from './pixels/encode.ts'
import { renderFile, renderPixels } from './pixels/render.ts'
import { openEncoded, type SourceImage } from './pixels/source.ts'
import { changesPixels, type Plan } from './plan.ts'
import { nullRank, randomStream } from './random.ts'
import { type PartPlan, planAugmentation, planFirst, planParts, previewSettings, stageAfter } from './recipe.ts'

type Recipe = Pick<RenderJob, 'settings' | 'seed' | 'skeletons' | 'previewSide'>

/** A part of an image after preprocessing. */
interface Prepared extends Labelled {
  readonly part: number
  /** Annotations of the part before later steps could remove any. */
  readonly before: readonly Shape[]
  /** Whether its pixels are identical to those of the file. */
  readonly isUntouched: boolean
}

/**
 * Renders images of a version. The same plans apply to pixels and annotations. The file is decoded and preprocessed
 * once for all variants of a part.
 */
export async function* renderImages(job: RenderJob, signal: AbortSignal): AsyncGenerator<RenderedImage> {
  signal.throwIfAborted()
  const byPart = Map.groupBy(job.wanted, ({ part }) => part)
  for await (const prepared of prepare(job.source, { parts: [...byPart.keys()], recipe: job }, signal)) {
    for (const wanted of byPart.get(prepared.part) ?? []) yield await makeVariant(prepared, { wanted, job }, signal)
  }
}

/** Returns the parts into which an image is cut, without reading its pixels. */
export async function outlineParts(source: RenderSource, recipe: Recipe): Promise<readonly PartOutline[]> {
  // With auto-orient, the orientation of the file does not matter, so it need not be opened.
  const isTurned = isOn(recipe.settings.preprocessing['auto-orient'])
  const { width, height } = source
  const image = isTurned
    ? { displayed: { width, height }, orientation: 1 as const }
    : await openSource(source, 'header')
  return planSource(source, image, recipe).parts.map(({ part, cut }) => ({
    part,
    nullRank: cut.shapes.length === 0 ? nullRank({ seed: recipe.seed, imageId: source.imageId, part }) : undefined,
  }))
}

/** Opens the file of a source. If its pixels will be used, its bytes are verified first. */
async function openSource({ imageId, path, sha256 }: RenderSource, use: 'pixels' | 'header'): Promise<SourceImage> {
  if (use === 'header' || sha256 === undefined) return openEncoded(imageId, path)
  const verified = await verifiedSource(path, sha256).catch((cause: unknown) => {
    throw new ImageReadError(imageId, cause)
  })
  return openEncoded(imageId, verified)
}

function planSource(
  source: RenderSource,
  { displayed: frame, orientation }: Pick<SourceImage, 'displayed' | 'orientation'>,
  recipe: Recipe,
) {
  const { preprocessing } = settingsFor(recipe, source)
  const first = planFirst(preprocessing, { frame, orientation })
  const start = stageAfter({ frame, shapes: source.shapes }, first, recipe.skeletons)
  return { first, parts: planParts(preprocessing, { ...start, orientation }, recipe.skeletons) }
}

function settingsFor({ settings, previewSide }: Recipe, source: RenderSource): VersionSettings {
  return previewSide === undefined ? settings : previewSettings(settings, previewSide, source)
}

interface Wish {
  readonly parts: readonly number[]
  readonly recipe: Recipe
}

async function* prepare(
  source: RenderSource,
  { parts: wanted, recipe }: Wish,
  signal: AbortSignal,
): AsyncGenerator<Prepared> {
  const image = await openSource(source, 'pixels')
  const { first, parts } = planSource(source, image, recipe)
  const { preprocessing } = recipe.settings
  const isWhole = !isOn(preprocessing.tile) && !isOn(preprocessing.isolate)
  const done = ({ part, plans, cut, end }: PartPlan, pixels: Labelled['pixels']): Prepared => ({
    part,
    isUntouched: isWhole && image.orientation === 1 && !hasChange([...first, ...plans]),
    pixels,
    shapes: end.shapes,
    before: isWhole ? source.shapes : cut.shapes,
  })
  const chosen = parts.filter(({ part }) => wanted.includes(part))
  if (isWhole) {
    for (const part of chosen) yield done(part, await renderFile(image, [...first, ...part.plans], signal))
    return
  }
  const whole = await renderFile(image, first, signal)
  for (const part of chosen) yield done(part, await renderPixels(whole, part.plans, signal))
}

interface VariantOf {
  readonly wanted: WantedImage
  readonly job: RenderJob
}

async function makeVariant(
  prepared: Prepared,
  { wanted, job }: VariantOf,
  signal: AbortSignal,
): Promise<RenderedImage> {
  const { part, variant } = wanted
  const varied = variant === 0 ? { ...prepared, drawn: {} } : await augment(prepared, { wanted, job }, signal)
  const { pixels, drawn, isUntouched } = varied
  const shapes = varied.shapes.map(settled)
  const { width, height } = pixels
  const droppedShapes = countDropped(prepared.before, shapes)
  // A preview is a small JPEG, whatever the format of the version.
  const format = job.previewSide === undefined ? job.settings.preprocessing['image-format']?.format : undefined
  const untouched = isUntouched ? job.source : undefined
  const file = await encodeImage(pixels, format ?? 'jpeg', untouched).catch((cause: unknown) => {
    throw new ImageReadError(job.source.imageId, cause)
  })
  const made = { ...file, width, height, shapes, droppedShapes, drawn }
  return { part, variant, ...made, contentKey: contentKey(pixels, shapes) }
}

async function augment(prepared: Prepared, { wanted, job }: VariantOf, signal: AbortSignal) {
  const { source, seed, skeletons } = job
  const settings = settingsFor(job, source)
  const { part, variant } = wanted
  const streamOf = (step: string) => randomStream({ seed, imageId: source.imageId, part, variant, step })
  const isMosaic = isOn(settings.augmentation.mosaic)
  const mosaic = isMosaic ? drawMosaic(streamOf('mosaic')) : undefined
  const others = mosaic ? await prepareOthers(wanted, job, signal) : []
  const start = mosaic ? await composeMosaic({ own: prepared, others, drawn: mosaic, skeletons }, signal) : prepared
  const stage = { frame: start.pixels, shapes: start.shapes }
  const { plans, drawn, end } = planAugmentation({ settings, start: stage, skeletons, streamOf })
  const pixels = await renderPixels(start.pixels, plans, signal)
  const isUntouched = prepared.isUntouched && mosaic === undefined && !hasChange(plans)
  return { pixels, isUntouched, shapes: end.shapes, drawn: mosaic ? { mosaic, ...drawn } : drawn }
}

async function prepareOthers(
  { others }: WantedImage,
  job: RenderJob,
  signal: AbortSignal,
): Promise<readonly Labelled[]> {
  const prepared: Labelled[] = []
  for (const { source, part } of others) {
    for await (const other of prepare(source, { parts: [part], recipe: job }, signal)) prepared.push(other)
  }
  return prepared
}

function hasChange(plans: readonly Plan[]): boolean {
  return plans.some(changesPixels)
}

function countDropped(before: readonly Shape[], after: readonly Shape[]): number {
  const kept = new Set(after.map(({ id }) => id))
  return before.filter(({ id }) => !kept.has(id)).length
}

/** Renders on the calling thread. */
export const versionRenderer: VersionRenderer = {
  render: renderImages,
  parts: outlineParts,
  mosaicOthers: (variant, count, own) => mosaicOthers(randomStream({ ...variant, step: 'mosaic|others' }), count, own),
}
