import type { ImageId, ProjectSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { totalOf } from '#common/split'
import { isOn } from '#common/versions/settings'
import type { BlobStore } from '../dataset/images/ports.ts'
import type { Notes } from '../ports.ts'
import { Refused, type TaskContext } from '../tasks/ports.ts'
import { trailing } from '../tasks/trailing.ts'
import { remapShapes } from './classes.ts'
import { hasParts, type Layout, layOut, type OutlinedSource } from './layout.ts'
import type { FrozenSource, Version, VersionCounts } from './model.ts'
import type { RenderedImage, RenderPart, RenderSource, UnreadableImage, VersionRenderer, WantedImage } from './ports.ts'
import { plannedCounts, skeletonsOf, variantsOf } from './rules.ts'
import type { VersionRepository } from './store-ports.ts'

export interface GenerateDependencies {
  readonly versions: VersionRepository
  readonly renderer: VersionRenderer
  readonly blobs: BlobStore
  readonly notes: Notes
  /** Name of a finished image in every export. */
  readonly imageName: (image: ImageIdentity) => string
  /** Sources rendered at the same time. */
  readonly inFlight: number
  /** Lets other work of the thread go on: sources are read and laid out without waiting for anything. */
  readonly breathe: () => Promise<void>
}

/** Sources are read in windows of this many, so that a version of 100,000 images needs no list of them. */
const WINDOW = 64
/** Finished images that may be on their way to the disk, where they share its flushes, and the bytes that these may hold together. */
const WRITES = { most: 96, mostBytes: 64 * 1024 * 1024 }
/** Jobs for each source that is being rendered: the next lies ready while the last is stored. */
const READY = 2
/** A failed generation names at most this many files. */
const NAMED = 5

/** Identifies one finished image. */
export interface ImageIdentity {
  readonly project: ProjectSlug
  readonly version: number
  readonly source: FrozenSource
  /** The part, or undefined where a source is one image. */
  readonly part: number | undefined
  readonly variant: number
  /** Extension of its file's name. */
  readonly extension: string
}

interface Job {
  readonly source: FrozenSource
  readonly wanted: readonly WantedImage[]
}

/**
 * Renders what is missing of a version and marks it ready. Run again after a crash it goes on where it was: images that are
 * there are not made again.
 */
export async function generateVersion(
  { project, version }: { readonly project: ProjectSlug; readonly version: Version },
  dependencies: GenerateDependencies,
  { signal, report }: TaskContext,
): Promise<VersionCounts> {
  const { versions, renderer, blobs, notes, imageName, inFlight } = dependencies
  const { settings, seed, row } = version
  const skeletons = skeletonsOf(version.classes)
  const frozen = frozenSources(version, dependencies)
  const layout = await (hasParts(settings)
    ? laidOut(frozen, dependencies, { version, signal })
    : plainLayout(version, versions))
  const total = totalOf(plannedCounts(layout.counts, settings))
  if (total === 0) throw new Refused(message('filters-leave-no-image'))
  const rendered = await versions.rendered(row)
  const unreadable = new Set<string>()
  const damaged = new Set<string>()
  const writes = trailing(WRITES)
  let current = rendered.size
  report({ current, total })

  async function make({ source, wanted }: Job) {
    try {
      const job = { source: toRender(source, blobs), wanted, skeletons, settings, seed }
      for await (const image of renderer.render(job, signal)) {
        await writes.add(keep(source, image), image.encoded.byteLength)
      }
    } catch (failure) {
      if (!isUnreadable(failure)) throw failure
      // A mosaic may stumble over another image than its own.
      const faulty = failure.imageId === source.imageId ? source : await sourceOf(failure.imageId, frozen)
      const names = failure.isDamaged ? damaged : unreadable
      names.add(faulty?.name ?? failure.imageId)
      // Where it was read is another thread: from now on a glance here finds it damaged as well.
      if (failure.isDamaged && faulty !== undefined) await blobs.check(faulty.blob)
    }
  }

  async function keep(source: FrozenSource, image: RenderedImage) {
    const { hash: blob, bytes } = await blobs.store(image.encoded)
    const { part, variant, width, height, shapes, drawn, contentKey, extension } = image
    const isPart = isOn(settings.preprocessing.tile) || isOn(settings.preprocessing.isolate)
    const identity = { project, version: version.number, source, part: isPart ? part : undefined, variant, extension }
    await versions.addImage(row, {
      source: source.position,
      fileName: imageName(identity),
      split: source.split,
      blob,
      bytes,
      part,
      variant,
      width,
      height,
      shapes,
      drawn,
      contentKey,
    })
    current += 1
    report({ current, total })
  }

  const others = mosaicOthers(version, layout, dependencies)
  const jobs = jobsOf({ frozen, layout, version, rendered, others })
  try {
    await forEachInFlight(jobs, { inFlight: READY * inFlight, signal, run: make })
  } finally {
    await writes.settled()
  }
  if (damaged.size > 0) {
    notes.publish({ kind: 'images', project })
    throw new Refused(message('version-images-damaged', shownOf(damaged)))
  }
  if (unreadable.size > 0) throw new Refused(message('version-images-unreadable', shownOf(unreadable)))
  return versions.finish(row)
}

type Frozen = () => AsyncGenerator<FrozenSource>

/** The sources in order, under the classes of the version. */
function frozenSources(
  { row, becomes }: Version,
  { versions, breathe }: Pick<GenerateDependencies, 'versions' | 'breathe'>,
): Frozen {
  return async function* walk() {
    for (let from = 0; ; from += WINDOW) {
      const sources = await versions.sources(row, from, WINDOW)
      for (const source of sources) yield { ...source, shapes: remapShapes(source.shapes, becomes) }
      if (sources.length < WINDOW) return
      await breathe()
    }
  }
}

/** Every source is one image. Mosaics alone need a list of the training images. */
async function plainLayout({ row, settings }: Version, versions: VersionRepository): Promise<Layout> {
  const positions = isOn(settings.augmentation.mosaic) ? await versions.trainPositions(row) : []
  const train = positions.map((position) => ({ position, part: 0 }))
  return { partsOf: () => [0], counts: await versions.sourceCounts(row), train }
}

async function laidOut(
  frozen: Frozen,
  { renderer, blobs }: Pick<GenerateDependencies, 'renderer' | 'blobs'>,
  { version, signal }: { readonly version: Version; readonly signal: AbortSignal },
): Promise<Layout> {
  const { settings, seed, classes } = version
  const outlined: OutlinedSource[] = []
  for await (const source of frozen()) {
    signal.throwIfAborted()
    const parts = await renderer
      .parts(toRender(source, blobs), { settings, seed, skeletons: skeletonsOf(classes) })
      .catch((failure: unknown) => {
        // It is named when its turn to be made comes.
        if (isUnreadable(failure)) return [{ part: 0, nullRank: undefined }]
        throw failure
      })
    outlined.push({ position: source.position, split: source.split, parts })
  }
  return layOut(outlined, settings)
}

/** Finds the images beside a variant in its mosaic. */
function mosaicOthers(
  { row, settings, seed, becomes }: Version,
  { train }: Layout,
  { versions, renderer, blobs }: Pick<GenerateDependencies, 'versions' | 'renderer' | 'blobs'>,
) {
  const places = new Map(train.map(({ position, part }, place) => [`${position}:${part}`, place]))
  return async (source: FrozenSource, part: number, variant: number): Promise<RenderPart[]> => {
    if (variant === 0 || !isOn(settings.augmentation.mosaic)) return []
    const own = places.get(`${source.position}:${part}`) ?? 0
    const chosen = renderer.mosaicOthers({ seed, imageId: source.imageId, part, variant }, train.length, own)
    const others: RenderPart[] = []
    for (const place of chosen) {
      const other = train[place]
      const [found] = other ? await versions.sources(row, other.position, 1) : []
      if (other === undefined || found === undefined) continue
      const shapes = remapShapes(found.shapes, becomes)
      others.push({ source: toRender({ ...found, shapes }, blobs), part: other.part })
    }
    return others
  }
}

interface Missing {
  readonly frozen: Frozen
  readonly layout: Layout
  readonly version: Version
  readonly rendered: ReadonlySet<string>
  readonly others: ReturnType<typeof mosaicOthers>
}

/** Jobs for the images that are not rendered yet, source by source. */
async function* jobsOf({ frozen, layout, version, rendered, others }: Missing): AsyncGenerator<Job> {
  for await (const source of frozen()) {
    const variants = Array.from({ length: variantsOf(source.split, version.settings) }, (_, variant) => variant)
    const all = layout.partsOf(source.position).flatMap((part) => variants.map((variant) => ({ part, variant })))
    const missing = all.filter(({ part, variant }) => !rendered.has(`${source.position}:${part}:${variant}`))
    const wanted: WantedImage[] = []
    for (const each of missing) wanted.push({ ...each, others: await others(source, each.part, each.variant) })
    if (wanted.length > 0) yield { source, wanted }
  }
}

export function toRender({ imageId, blob, width, height, shapes }: FrozenSource, blobs: BlobStore): RenderSource {
  return { imageId, path: blobs.pathOf(blob), sha256: blob, width, height, shapes }
}

interface Flight<Item> {
  readonly inFlight: number
  readonly signal: AbortSignal
  readonly run: (item: Item) => Promise<void>
}

/** Runs over the items with a bounded number at a time; the first failure ends it once the running ones are over. */
async function forEachInFlight<Item>(
  items: AsyncGenerator<Item>,
  { inFlight, signal, run }: Flight<Item>,
): Promise<void> {
  let isFailed = false
  async function lane() {
    while (!isFailed) {
      signal.throwIfAborted()
      const next = await items.next()
      if (next.done === true) return
      await run(next.value).catch((failure: unknown) => {
        isFailed = true
        throw failure
      })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: inFlight }, lane))
  const failed = lanes.find((outcome) => outcome.status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function sourceOf(imageId: ImageId, frozen: Frozen): Promise<FrozenSource | undefined> {
  for await (const source of frozen()) if (source.imageId === imageId) return source
  return undefined
}

export function isUnreadable(failure: unknown): failure is UnreadableImage {
  return failure instanceof Error && failure.name === 'ImageReadError'
}

function shownOf(names: ReadonlySet<string>) {
  const shown = [...names].slice(0, NAMED)
  const more = names.size - NAMED
  return { count: names.size, shown: more > 0 ? message('names-and-more', { names: shown, more }) : shown }
}
