import type { ImageId } from '#common/ids'
import type { VersionRow } from '../model.ts'
import type { SourcePair } from './picture.ts'

/** Where a source picture stands in a version. */
export interface SourcePlace {
  readonly position: number
  readonly imageId: ImageId
}

/** The positions of one picture in two versions; at least one of them is there. */
export interface PairPlace {
  readonly before: number | undefined
  readonly after: number | undefined
}

export interface VersionDiffRepository {
  /** Every source picture of a version in order, in portions of a few milliseconds. */
  places(row: VersionRow): AsyncIterable<readonly SourcePlace[]>
  /** Some pictures with their labels, in the order in which they are asked for. Equal labels are one and the same list. */
  pairs(before: VersionRow, after: VersionRow, places: readonly PairPlace[]): Promise<SourcePair[]>
}
