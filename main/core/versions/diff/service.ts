import type { DiffFilter, DiffMark, LabelChange, VersionDiff } from '#common/contract/version-diff'
import type { ImageId } from '#common/ids'
import { remapShapes } from '../classes.ts'
import type { Version } from '../model.ts'
import { diffClasses, faceOf, sameClass } from './classes.ts'
import { labelChanges, marksOf, type SourcePair } from './image.ts'
import type { PairPlace, VersionDiffRepository } from './ports.ts'
import { type Changed, diffTally, filterChanged, type Tally } from './tally.ts'

export type VersionDiffService = ReturnType<typeof versionDiffService>

interface Dependencies {
  readonly diffs: VersionDiffRepository
  /** Lets other work of the thread go on. */
  readonly breathe: () => Promise<void>
}

export interface DiffWindow {
  readonly filter: DiffFilter
  readonly offset: number
  readonly limit: number
}

/** An image that differs, and what became of each of its labels. */
export interface DifferentImage extends SourcePair {
  readonly marks: readonly DiffMark[]
  readonly labels: readonly LabelChange[]
}

interface Diff extends VersionDiff {
  readonly changed: Changed
}

interface Window {
  readonly from: Version
  readonly to: Version
  readonly places: readonly PairPlace[]
}

/** Diffs of so many pairs of versions stay in memory. */
const MOST_KEPT = 8
/** Images that are read at a time: a few milliseconds. */
const WINDOW = 50
/** Pairs of labels that are looked at before others have their turn. */
const PAIRS_IN_ONE_GO = 4000

/** Differences between two versions of a project. Versions never change, so every pair is looked over once. */
export function versionDiffService({ diffs, breathe }: Dependencies) {
  const kept = new Map<string, Promise<Diff>>()

  function diffOf(from: Version, to: Version): Promise<Diff> {
    const key = `${stampOf(from)} ${stampOf(to)}`
    const diff = kept.get(key) ?? compare(from, to)
    // The diff that was asked for last is dropped last.
    kept.delete(key)
    kept.set(key, diff)
    diff.catch(() => kept.delete(key))
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST_KEPT))) kept.delete(oldest)
    return diff
  }

  async function compare(from: Version, to: Version): Promise<Diff> {
    const tally = diffTally()
    const places = await allPlaces(from, to)
    for (let start = 0; start < places.length; start += WINDOW) {
      await addWindow(tally, { from, to, places: places.slice(start, start + WINDOW) })
      await breathe()
    }
    const { images, labels, ...changed } = tally.result()
    return {
      images,
      labels,
      changed,
      classes: diffClasses(
        { classes: from.classes, counts: tally.counts.before },
        { classes: to.classes, counts: tally.counts.after },
      ),
      faces: { before: from.classes.map(faceOf), after: to.classes.map(faceOf) },
    }
  }

  async function addWindow(tally: Tally, { from, to, places }: Window): Promise<void> {
    const isSameClass = sameClass(from.classes, to.classes)
    let looked = 0
    for (const stored of await diffs.pairs(from.row, to.row, places)) {
      const pair = underClasses(stored, from, to)
      tally.add(pair, hasSameLabels(pair) ? [] : labelChanges(pair, isSameClass))
      looked += hasSameLabels(pair) ? 0 : (pair.before?.shapes.length ?? 0) * (pair.after?.shapes.length ?? 0)
      if (looked < PAIRS_IN_ONE_GO) continue
      looked = 0
      await breathe()
    }
  }

  /** Images of the later version in their order, then those that only the earlier one has. */
  async function allPlaces(from: Version, to: Version): Promise<PairPlace[]> {
    const positions = new Map<ImageId, number>()
    for await (const some of diffs.places(from.row)) {
      for (const { imageId, position } of some) positions.set(imageId, position)
    }
    const places: PairPlace[] = []
    for await (const some of diffs.places(to.row)) {
      for (const { imageId, position } of some) {
        places.push({ before: positions.get(imageId), after: position })
        positions.delete(imageId)
      }
    }
    for (const position of positions.values()) places.push({ before: position, after: undefined })
    return places
  }

  async function read(from: Version, to: Version): Promise<VersionDiff> {
    const { changed: _, ...diff } = await diffOf(from, to)
    return diff
  }

  async function page(from: Version, to: Version, { filter, offset, limit }: DiffWindow) {
    const shown = filterChanged((await diffOf(from, to)).changed, filter)
    const pairs = await diffs.pairs(from.row, to.row, shown.slice(offset, offset + limit))
    const isSameClass = sameClass(from.classes, to.classes)
    const rows = pairs.map((stored): DifferentImage => {
      const pair = underClasses(stored, from, to)
      const labels = labelChanges(pair, isSameClass)
      return { ...pair, labels, marks: marksOf(pair, labels) }
    })
    return { total: shown.length, rows }
  }

  return { read, page }
}

/** A row number may be given again after a version was deleted for good; its seed is not. */
function stampOf({ row, projectId, seed }: Version): string {
  return `${projectId}/${row}/${seed}`
}

/** The labels under the classes that each version has after its `remap`. Those of versions without one stay the same list. */
function underClasses(pair: SourcePair, from: Version, to: Version): SourcePair {
  if (!hasRemap(from) && !hasRemap(to)) return pair
  const { before, after } = pair
  return {
    before: before && { ...before, shapes: remapShapes(before.shapes, from.becomes) },
    after: after && { ...after, shapes: remapShapes(after.shapes, to.becomes) },
  }
}

function hasRemap({ settings }: Version): boolean {
  return settings.preprocessing.remap !== undefined
}

function hasSameLabels({ before, after }: SourcePair): boolean {
  return before !== undefined && before.shapes === after?.shapes
}
