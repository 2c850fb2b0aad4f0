import type { ImageId } from '#common/ids'

/** The images that were on screen: the one that is, those before it and those one came back from, the nearest last. */
export interface Trail {
  readonly here: ImageId | undefined
  readonly back: readonly ImageId[]
  readonly forward: readonly ImageId[]
}

export const NO_TRAIL: Trail = { here: undefined, back: [], forward: [] }

const MOST = 200

/** Another image came on screen, by whatever way but the trail itself. */
export function visited(trail: Trail, image: ImageId): Trail {
  if (image === trail.here) return trail
  const back = trail.here === undefined ? [] : [...trail.back, trail.here].slice(-MOST)
  return { here: image, back, forward: [] }
}

/** One step along the trail; undefined at its ends. */
export function stepped(trail: Trail, way: 'back' | 'forward'): Trail | undefined {
  const here = trail[way].at(-1)
  if (here === undefined || trail.here === undefined) return undefined
  const left = trail[way].slice(0, -1)
  return way === 'back'
    ? { here, back: left, forward: [...trail.forward, trail.here] }
    : { here, forward: left, back: [...trail.back, trail.here] }
}
