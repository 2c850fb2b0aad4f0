import type { ContractRouterClient } from '@orpc/contract'
import type { SegmentEngine, segmentContract } from '#common/contract/segment'
import type { Box } from '#common/geometry/box'
import type { Rings } from '#common/geometry/polygon'
import type { ImagePoint, Size } from '#common/geometry/space'
import type { ImageId, ShapeId } from '#common/ids'

export type SegmentPort = ContractRouterClient<typeof segmentContract>

/** Procedures of the core that machine commands use, apart from annotations. */
export interface MachineCore {
  readonly segment: SegmentPort
  /** The size of any image of the project. Rejects when there is none. */
  facts(image: ImageId): Promise<Size>
}

/** A label as it was before the machine fitted it again; it stays in sight until something else is done. */
export interface Ghost {
  readonly shape: ShapeId
  readonly rings: Rings
  readonly color: number
}

/** Work on several labels or images that a person waits for, and can stop. */
export interface MachineTask {
  readonly kind: 'tighten' | 'refit' | 'propagate'
  readonly done: number
  readonly total: number
  readonly stop: () => void
}

export interface Readiness {
  readonly image: ImageId
  /** The part that is looked at closely; undefined for the whole image. */
  readonly crop: Box | undefined
  /** 1 when it is ready; before, as much as such images usually take. */
  readonly share: number
  /** The engine, or undefined until it is ready. */
  readonly engine: SegmentEngine | undefined
}

export interface Preview {
  readonly image: ImageId
  readonly at: ImagePoint
  readonly rings: Rings
}

/** State of the machine on the annotate screen, apart from the smart tool's own. */
export interface Machine {
  readonly ghosts: readonly Ghost[]
  readonly task: MachineTask | undefined
  /** Labels that the machine fitted far from where they were: they deserve a look. */
  readonly far: ReadonlySet<ShapeId>
  /** How far the image on screen is ready for the smart tool; undefined while that is not armed, or cannot be. */
  readonly readiness: Readiness | undefined
  /** The cut that a click under the pointer would make. */
  readonly preview: Preview | undefined
  /** Images whose embedding is kept. */
  readonly ready: ReadonlySet<ImageId>
  /** Accepted cuts that the machine has not answered yet. */
  readonly accepted: number
  /** The dialog that carries labels forward is open. */
  readonly isCarrying: boolean
}

export const IDLE_MACHINE: Machine = {
  ghosts: [],
  task: undefined,
  far: new Set(),
  readiness: undefined,
  preview: undefined,
  ready: new Set(),
  accepted: 0,
  isCarrying: false,
}

/** The result of a machine command where it cannot be seen. */
export interface MachineNotice {
  readonly kind: 'machine'
  readonly id: string
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
