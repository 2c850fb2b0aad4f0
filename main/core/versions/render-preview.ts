import { copiesPerTrainingImage, isOn } from '#common/versions/settings'
import type { PartOutline, RenderedImage, RenderJob, RenderPart, RenderSource, VersionRenderer } from './ports.ts'

/** Longer side of the images of a preview; sharp enough for a tile. */
const PREVIEW_SIDE = 480
const SHOWN = 2

/** A source and the images that may stand beside it in a mosaic, itself among them. */
export interface PreviewSource extends Pick<RenderJob, 'settings' | 'seed' | 'skeletons'> {
  readonly source: RenderSource
  readonly neighbours: readonly RenderSource[]
}

/** Preview of a recipe on one image: two variants of it, or of two of its parts one variant each; without augmentation one. */
export async function renderPreview(
  renderer: VersionRenderer,
  { source, neighbours, ...recipe }: PreviewSource,
): Promise<RenderedImage[]> {
  const { settings, seed } = recipe
  const isAugmented = copiesPerTrainingImage(settings) > 1
  const isCut = isOn(settings.preprocessing.tile) || isOn(settings.preprocessing.isolate)
  const parts = isCut ? shownParts(await renderer.parts(source, recipe)) : [0]
  const variants = isAugmented ? (parts.length > 1 ? [1] : [1, 2]) : [0]
  const others = (part: number, variant: number): RenderPart[] => {
    if (!isOn(settings.augmentation.mosaic) || variant === 0) return []
    const own = neighbours.findIndex(({ imageId }) => imageId === source.imageId)
    const chosen = renderer.mosaicOthers({ seed, imageId: source.imageId, part, variant }, neighbours.length, own)
    return chosen.flatMap((place) => (neighbours[place] ? [{ source: neighbours[place], part: 0 }] : []))
  }
  const wanted = parts.flatMap((part) => variants.map((variant) => ({ part, variant, others: others(part, variant) })))
  const job = { ...recipe, source, wanted, previewSide: PREVIEW_SIDE }
  const made: RenderedImage[] = []
  for await (const image of renderer.render(job, new AbortController().signal)) made.push(image)
  return made
}

/** Parts with something on them before empty ones. */
function shownParts(parts: readonly PartOutline[]): readonly number[] {
  const labelled = parts.filter(({ nullRank }) => nullRank === undefined)
  const shown = labelled.length > 0 ? labelled : parts
  return shown.slice(0, SHOWN).map(({ part }) => part)
}

/** How many labels a preview began with: those of the source for every image of it, of a part those that fell to it. */
export function labelsBefore(
  source: RenderSource,
  made: readonly RenderedImage[],
  { preprocessing }: RenderJob['settings'],
): number {
  const isCut = isOn(preprocessing.tile) || isOn(preprocessing.isolate)
  if (!isCut) return source.shapes.length * made.length
  return made.reduce((sum, { shapes, droppedShapes }) => sum + shapes.length + droppedShapes, 0)
}
