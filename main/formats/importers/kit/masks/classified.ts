import type { Pause } from '../pauses.ts'
import type { MaskObject } from './described.ts'
import type { MaskRegions } from './files.ts'
import { outlinesOfRegion } from './regions.ts'

/** The class of a value of a mask. */
export interface ValueClass {
  /** Absent for a value that no class has. */
  readonly className: string | undefined
  /** No class: nobody knows what lies there, or it is the background. */
  readonly nobody?: 'void' | 'background' | undefined
  readonly crowd?: boolean | undefined
}

interface ClassifiedMask {
  readonly objects: readonly MaskObject[]
  /** Values without a class. */
  readonly strange: readonly number[]
  /**
   * Something of the image is unknown. Void alone makes it so where there is no object beside: the image is unlabeled then, not a
   * background image.
   */
  readonly isPartial: boolean
}

/** An object for each value of a mask that has a class. */
export async function classifiedMask(
  { png, regions }: MaskRegions,
  classOf: (value: number) => ValueClass,
  pause: Pause,
): Promise<ClassifiedMask> {
  const objects: MaskObject[] = []
  const strange: number[] = []
  let isVoid = false
  for (const region of regions) {
    await pause()
    const { className, nobody, crowd } = classOf(region.value)
    isVoid ||= nobody === 'void'
    if (nobody !== undefined) continue
    if (className === undefined) strange.push(region.value)
    else objects.push({ className, rings: outlinesOfRegion(png, region), ...(crowd && { crowd: true as const }) })
  }
  return { objects, strange, isPartial: strange.length > 0 || (isVoid && objects.length === 0) }
}
