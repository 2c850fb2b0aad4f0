import type { Size } from '#common/geometry/space'
import type { Message } from '#common/messages/template'
import { imageMatcher } from '../match.ts'
import { lastPart, stemOf } from '../places.ts'
import type { ReadImage } from '../reader-ports.ts'
import type { KnownImage } from '../staging-ports.ts'
import type { Looked, LookedAt } from './look.ts'
import type { ProblemList } from './problem-list.ts'
import { type Row, rowOf } from './rows.ts'

/** An image that labels go to. */
export interface Target {
  readonly row: Row
  readonly name: string
  readonly frame: Size
  /** Place among the image files of the dataset. */
  readonly index: number | undefined
  /** The image, where it lies inside a label file. */
  readonly bytes: ReadImage['bytes'] | undefined
  readonly isLabelled: boolean
}

export interface NoTarget {
  /** Why no image matches; undefined for a refused image, which is reported itself. */
  readonly reason: Message | undefined
}

interface Images {
  readonly looked: Looked
  /** The images of the project. */
  readonly known: readonly KnownImage[]
}

interface Planning {
  /** Of the images that lie in files of their own. */
  readonly rows: readonly Row[]
  readonly problems: ProblemList
}

/** Finds the image that labels are for, or why there is none. */
export function targetFinder({ looked, known }: Images, { rows, problems }: Planning) {
  const { images } = looked
  const matched = new Map<KnownImage, Row>()
  const insides = new Map<string, Omit<Target, 'bytes'> | NoTarget>()
  const match = imageMatcher(
    images.map(({ file }) => file.path),
    known,
  )
  const added: Row[] = []

  function inProject(image: KnownImage): Target {
    const { id, name, isLabelled } = image
    const row = matched.get(image) ?? { path: name, state: 'matched', image: id, split: 'train', objects: null }
    if (!matched.has(image)) added.push(row)
    matched.set(image, row)
    return { row, name, frame: image, index: undefined, bytes: undefined, isLabelled }
  }

  function inDataset(index: number): Target | NoTarget {
    const [image, row] = [images[index], rows[index]]
    if (image === undefined || row === undefined) throw new Error(`There is no image ${index}`)
    return targetOf(image, row, index)
  }

  /** It counts as an image of the dataset from now on. */
  async function inLabelFile(path: string, bytes: NonNullable<ReadImage['bytes']>): Promise<Target | NoTarget> {
    const target = insides.get(path) ?? (await lookInside(path, await bytes()))
    insides.set(path, target)
    return 'reason' in target ? target : { ...target, bytes }
  }

  async function lookInside(path: string, bytes: Uint8Array): Promise<Target | NoTarget> {
    const image = await looked.inside(path, bytes)
    const row = rowOf(image, problems)
    added.push(row)
    return targetOf(image, row, undefined)
  }

  return {
    async of(described: ReadImage): Promise<Target | NoTarget> {
      const found = match(described)
      if (found.kind === 'none') return { reason: found.reason }
      if (found.kind === 'inside') return inLabelFile(found.path, found.bytes)
      return found.kind === 'known' ? inProject(found.image) : inDataset(found.index)
    },
    /** The image that a label file seems to be about, by its name. */
    ofFile(path: string): Row | undefined {
      const found = match({ name: stemOf(lastPart(path)), source: { path } })
      return found.kind === 'file' ? rows[found.index] : undefined
    },
    /** Images that only label files told of. */
    others: (): readonly Row[] => added,
  }
}

function targetOf({ file, frame, there }: LookedAt, row: Row, index: number | undefined): Target | NoTarget {
  if (!frame.ok) return { reason: undefined }
  const isLabelled = there?.isLabelled === true
  return { row, name: file.path, frame: frame.value, index, bytes: undefined, isLabelled }
}
