import type { Size } from '#common/geometry/space'
import { pictureMatcher } from '../match.ts'
import { lastPart, stemOf } from '../places.ts'
import type { ReadPicture } from '../reader-ports.ts'
import type { KnownPicture } from '../staging-ports.ts'
import type { Looked, LookedAt } from './look.ts'
import type { ProblemList } from './problem-list.ts'
import { type Row, rowOf } from './rows.ts'

/** A picture that labels go to. */
export interface Target {
  readonly row: Row
  readonly name: string
  readonly frame: Size
  /** Place among the picture files of the data set. */
  readonly index: number | undefined
  /** The picture, where it lies inside a label file. */
  readonly bytes: ReadPicture['bytes'] | undefined
  readonly isLabelled: boolean
}

export interface NoTarget {
  /** Why no image matches; undefined for a refused image, which is reported itself. */
  readonly reason: string | undefined
}

interface Pictures {
  readonly looked: Looked
  /** The pictures of the project. */
  readonly known: readonly KnownPicture[]
}

interface Planning {
  /** Of the pictures that lie in files of their own. */
  readonly rows: readonly Row[]
  readonly problems: ProblemList
}

/** Finds the picture that labels are for, or why there is none. */
export function targetFinder({ looked, known }: Pictures, { rows, problems }: Planning) {
  const { pictures } = looked
  const matched = new Map<KnownPicture, Row>()
  const insides = new Map<string, Omit<Target, 'bytes'> | NoTarget>()
  const match = pictureMatcher(
    pictures.map(({ file }) => file.path),
    known,
  )
  const added: Row[] = []

  function inProject(picture: KnownPicture): Target {
    const { id, name, isLabelled } = picture
    const row = matched.get(picture) ?? { path: name, state: 'matched', image: id, split: 'train', objects: null }
    if (!matched.has(picture)) added.push(row)
    matched.set(picture, row)
    return { row, name, frame: picture, index: undefined, bytes: undefined, isLabelled }
  }

  function inDataset(index: number): Target | NoTarget {
    const [picture, row] = [pictures[index], rows[index]]
    if (picture === undefined || row === undefined) throw new Error(`There is no picture ${index}`)
    return targetOf(picture, row, index)
  }

  /** It counts as a picture of the data set from now on. */
  async function inLabelFile(path: string, bytes: NonNullable<ReadPicture['bytes']>): Promise<Target | NoTarget> {
    const target = insides.get(path) ?? (await lookInside(path, await bytes()))
    insides.set(path, target)
    return 'reason' in target ? target : { ...target, bytes }
  }

  async function lookInside(path: string, bytes: Uint8Array): Promise<Target | NoTarget> {
    const picture = await looked.inside(path, bytes)
    const row = rowOf(picture, problems)
    added.push(row)
    return targetOf(picture, row, undefined)
  }

  return {
    async of(described: ReadPicture): Promise<Target | NoTarget> {
      const found = match(described)
      if (found.kind === 'none') return { reason: found.reason }
      if (found.kind === 'inside') return inLabelFile(found.path, found.bytes)
      return found.kind === 'known' ? inProject(found.picture) : inDataset(found.index)
    },
    /** The image that a label file seems to be about, by its name. */
    ofFile(path: string): Row | undefined {
      const found = match({ name: stemOf(lastPart(path)), source: { path } })
      return found.kind === 'file' ? rows[found.index] : undefined
    },
    /** Pictures that only label files told of. */
    others: (): readonly Row[] => added,
  }
}

function targetOf({ file, frame, there }: LookedAt, row: Row, index: number | undefined): Target | NoTarget {
  if (!frame.ok) return { reason: undefined }
  const isLabelled = there?.isLabelled === true
  return { row, name: file.path, frame: frame.value, index, bytes: undefined, isLabelled }
}
