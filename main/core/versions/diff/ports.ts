import type { ImageId } from '#common/ids'
import type { VersionRow } from '../model.ts'
import type { SourcePair } from './image.ts'

/** Where a source image stands in a version. */
export interface SourcePlace {
  readonly position: number
  readonly imageId: ImageId
}

/** The positions of one image in two versions; at least one of them is there. */
export interface PairPlace {
  readonly before: number | undefined
  readonly after: number | undefined
}

export interface VersionDiffRepository {
  /** Every source image of a version in order, in portions of a few milliseconds. */
  places(row: VersionRow): AsyncIterable<readonly SourcePlace[]>
  /** Some images with their labels, in the order in which they are asked for. Equal labels are one and the same list. */
  pairs(before: VersionRow, after: VersionRow, places: readonly PairPlace[]): Promise<SourcePair[]>
}
