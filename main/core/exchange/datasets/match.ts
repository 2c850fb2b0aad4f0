import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import { byName, byPath } from './namesakes.ts'
import { nearestOf } from './nearest.ts'
import { folded, lastPart, partsOf, pathFault, pathInAddress, splitOfLabelFile, splitOfPath } from './places.ts'
import type { ReadImage } from './reader-ports.ts'
import type { KnownImage } from './staging-ports.ts'

type MatchedBytes = ReturnType<NonNullable<ReadImage['bytes']>>

/** The image that a label file speaks of. */
export type Match =
  | { readonly kind: 'file'; readonly index: number }
  | { readonly kind: 'known'; readonly image: KnownImage }
  | { readonly kind: 'inside'; readonly path: string; bytes(): MatchedBytes }
  | { readonly kind: 'none'; readonly reason: Message }

/**
 * Finds images by what label files call them: by the path from the label file or from the root, then by name, then by name without
 * ending; in the dataset first, then in the project, and last in the label file itself. Of several the one nearest to the label file
 * is meant, and else the one in a folder of the split that the label file is named after. Letter case is passed over where it tells no two apart, and so is the way in which accents are written.
 * A name that no file has as it stands may be an address, with escaped letters and a query.
 */
export function imageMatcher(paths: readonly string[], known: readonly KnownImage[]) {
  const folders = paths.map((path) => partsOf(folded(path)).slice(0, -1))
  const at = byPath(paths)
  const called = byName(paths.map(lastPart))
  const calledInProject = byName(known.map(({ name }) => name))
  const splitsAmong = new Map<readonly number[], ReadonlyMap<Split | undefined, readonly number[]>>()
  const nearestAmong = new Map<readonly number[], ReturnType<typeof nearestOf>>()

  function inDataset(wanted: readonly string[], source: readonly string[]): Match | undefined {
    const beside = source.slice(0, -1)
    const exact = at(resolve([...beside, ...wanted])) ?? at(resolve(wanted))
    if (exact !== undefined) return { kind: 'file', index: exact }
    const found = called(wanted.at(-1) ?? '')
    return found && nearest(found, { wanted, source })
  }

  function finderAmong(found: readonly number[]): ReturnType<typeof nearestOf> {
    const finder =
      nearestAmong.get(found) ?? nearestOf(found.map((index) => ({ index, folders: folders[index] ?? [] })))
    nearestAmong.set(found, finder)
    return finder
  }

  /** The images in a folder of the split: `train.json` names images in `train`. */
  function ofSplit(found: readonly number[], split: Split | undefined): readonly number[] {
    const bySplit = splitsAmong.get(found) ?? Map.groupBy(found, (index) => splitOfPath(paths[index] ?? ''))
    splitsAmong.set(found, bySplit)
    return (split && bySplit.get(split)) ?? NONE
  }

  function nearest(
    found: readonly number[],
    { wanted, source }: { wanted: readonly string[]; source: readonly string[] },
  ): Match {
    const [first = 0] = found
    if (found.length === 1) return { kind: 'file', index: first }
    const hint = { said: wanted.slice(0, -1).map(folded), beside: source.slice(0, -1).map(folded) }
    const index = finderAmong(found)(hint) ?? finderAmong(ofSplit(found, splitOfLabelFile(source)))(hint)
    if (index !== undefined) return { kind: 'file', index }
    return none(message('images-of-dataset-alike', { count: found.length, name: shown(wanted) }))
  }

  function inProject(wanted: readonly string[]): Match | undefined {
    const found = calledInProject(wanted.at(-1) ?? '')
    if (found === undefined) return undefined
    const [first = 0] = found
    const image = known[first]
    if (found.length > 1 || image === undefined) {
      return none(message('images-of-project-alike', { count: found.length, name: shown(wanted) }))
    }
    return { kind: 'known', image }
  }

  function anywhere(name: string, source: readonly string[]): Match | undefined {
    const wanted = partsOf(name)
    return inDataset(wanted, source) ?? inProject(wanted)
  }

  return function match(described: Pick<ReadImage, 'name' | 'source' | 'bytes' | 'isNameless'>): Match {
    const { bytes, isNameless } = described
    if (bytes && isNameless) return inside(described, bytes)
    const source = partsOf(described.source.path)
    const found =
      anywhere(described.name, source) ??
      anywhere(described.name.trim(), source) ??
      anywhere(pathInAddress(described.name.trim()), source) ??
      none(message('image-not-found-anywhere', { name: shown(partsOf(described.name)) }))
    return bytes && !remoteIs(found) ? inside(described, bytes) : found
  }
}

/** Whether a match is another image of the same name: one that this very import added before a crash is not. */
function remoteIs(found: Match): boolean {
  return found.kind === 'file' || (found.kind === 'known' && !found.image.isNew)
}

/** Its place is below its label file: two of these may hold images of one name. */
function inside({ name, source }: Pick<ReadImage, 'name' | 'source'>, bytes: () => MatchedBytes): Match {
  const path = [...partsOf(source.path), ...partsOf(name).filter((part) => part !== '..')].join('/')
  const fault = pathFault(path)
  if (fault === undefined) return { kind: 'inside', path, bytes }
  return none(message('wanted-image', { name: shown(partsOf(name)) }, fault))
}

const NONE: readonly number[] = []

export type ImageMatcher = ReturnType<typeof imageMatcher>

function none(reason: Message): Match {
  return { kind: 'none', reason }
}

function shown(wanted: readonly string[]): string {
  return (wanted.at(-1) ?? '').slice(0, 120).replace(/\p{Cc}/gu, ' ')
}

/** Without steps up; those that lead out of the root lead nowhere. */
function resolve(parts: readonly string[]): string[] {
  const left: string[] = []
  for (const part of parts) {
    if (part !== '..') left.push(part)
    else if (left.pop() === undefined) return ['..']
  }
  return left
}
