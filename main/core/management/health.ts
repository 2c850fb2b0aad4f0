import type { SplitCounts } from '#common/split'
import type { Likeness } from '../dataset/health/likeness.ts'
import type { Dimensions } from '../dataset/health/rules.ts'
import type { Outcome } from './outcome.ts'

/** Of so many classes a report has maps: each is a list of hundreds of numbers. */
export const MOST_HEAT_MAPS = 200

export interface ManagedClassHealth {
  readonly name: string
  readonly count: number
  readonly images: number
  readonly splits: SplitCounts
  /** 1: as many shapes as an even share; 0.1: a tenth of that. */
  readonly balance: number
}

export interface ManagedHealth extends Likeness {
  readonly images: number
  readonly annotations: number
  readonly averageAnnotations: number
  readonly unannotated: number
  readonly nullExamples: number
  readonly splits: SplitCounts
  readonly classes: readonly ManagedClassHealth[]
  readonly dimensions: Dimensions | undefined
  /** By class, of the `MOST_HEAT_MAPS` with the most shapes: how many shapes touch each cell of a square grid, row by row. */
  readonly heatMaps: Readonly<Record<string, readonly number[]>>
  readonly generatedAt: Date
}

export interface HealthOperations {
  /** The report of the project's present state; `regenerate` makes it again. */
  read(project: string, options?: { readonly regenerate?: boolean }): Outcome<ManagedHealth>
}
