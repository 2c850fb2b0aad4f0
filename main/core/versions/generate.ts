import type { ProjectSlug } from '#common/ids'
import type { BlobStore } from '../images/ports.ts'
import { Refused, type TaskContext } from '../tasks/ports.ts'
import type { FrozenSource, Version, VersionCounts } from './model.ts'
import type { RenderedImage, VersionRenderer } from './ports.ts'
import { skeletonsOf, variantsOf } from './rules.ts'
import type { VersionRepository } from './store-ports.ts'

export interface GenerateDependencies {
  readonly versions: VersionRepository
  readonly renderer: VersionRenderer
  readonly blobs: BlobStore
  /** Name of a finished picture in every export. */
  readonly pictureName: (picture: PictureIdentity) => string
  /** Pictures rendered at the same time. */
  readonly inFlight: number
}

/** Sources are read in windows of this many, so that a version of 100,000 pictures needs no list of them. */
const WINDOW = 64
/** A failed generation names at most this many files. */
const NAMED = 5

/** What tells a finished picture from every other. */
export interface PictureIdentity {
  readonly project: ProjectSlug
  readonly version: number
  readonly source: FrozenSource
  readonly variant: number
}

interface Job {
  readonly source: FrozenSource
  readonly variant: number
}

/**
 * Renders what is missing of a version and marks it ready. Run again after a crash it goes on where it was: pictures that are
 * there are not made again.
 */
export async function generateVersion(
  { project, version }: { readonly project: ProjectSlug; readonly version: Version },
  { versions, renderer, blobs, pictureName, inFlight }: GenerateDependencies,
  { signal, report }: TaskContext,
): Promise<VersionCounts> {
  const counts = await versions.sourceCounts(version.row)
  const total = counts.train * variantsOf('train', version.settings) + counts.valid + counts.test
  const rendered = await versions.rendered(version.row)
  const unreadable: string[] = []
  const skeletons = skeletonsOf(version.classes)
  let current = rendered.size
  report({ current, total })

  async function make({ source, variant }: Job) {
    const picture = await render(source, variant)
    if (picture === undefined) return
    const blob = await keep(picture.jpeg)
    const { width, height, shapes, drawn, contentKey } = picture
    await versions.addImage(version.row, {
      source: source.position,
      variant,
      fileName: pictureName({ project, version: version.number, source, variant }),
      blob: blob.hash,
      bytes: blob.bytes,
      split: source.split,
      ...{ width, height, shapes, drawn, contentKey },
    })
    current += 1
    report({ current, total })
  }

  async function render(source: FrozenSource, variant: number): Promise<RenderedImage | undefined> {
    const { imageId, width, height, shapes } = source
    const job = { source: { imageId, path: blobs.pathOf(source.blob), width, height, shapes }, variant }
    try {
      return await renderer.render({ ...job, skeletons, settings: version.settings, seed: version.seed }, signal)
    } catch (failure) {
      if (!(failure instanceof Error && failure.name === 'ImageReadError')) throw failure
      unreadable.push(source.name)
      return undefined
    }
  }

  async function keep(jpeg: Uint8Array) {
    const received = await blobs.receive(once(jpeg), jpeg.byteLength)
    await received.keep()
    return received
  }

  await forEachInFlight(jobsOf(version, versions, rendered), { inFlight, signal, run: make })
  if (unreadable.length > 0) throw new Refused(unreadableSentence(unreadable))
  return versions.finish(version.row)
}

async function* jobsOf(
  version: Version,
  versions: VersionRepository,
  rendered: ReadonlySet<string>,
): AsyncGenerator<Job> {
  for (let from = 0; ; from += WINDOW) {
    const sources = await versions.sources(version.row, from, WINDOW)
    for (const source of sources) {
      const variants = Array.from({ length: variantsOf(source.split, version.settings) }, (_, variant) => variant)
      const missing = variants.filter((variant) => !rendered.has(`${source.position}:${variant}`))
      yield* missing.map((variant) => ({ source, variant }))
    }
    if (sources.length < WINDOW) return
  }
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function unreadableSentence(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ')
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `${names.length === 1 ? 'One picture' : `${names.length} pictures`} cannot be read: ${shown}${more}`
}
