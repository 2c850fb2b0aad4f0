import type { PolarCosts } from './closed-path.ts'
import { type PolarView, RAYS, radiusOf } from './polar.ts'

/** Price of ending at the image border. The object may continue outside, which is neutral evidence. */
const FRAME_PRICE = 0.45
const BEYOND_FRAME_PRICE = 0.2
/** Quantile of the contrasts that counts as texture, and its limits (in ΔE). */
const TEXTURE_SHARE = 0.7
const [LEAST_TEXTURE, MOST_TEXTURE] = [1.5, 8]

/**
 * Returns the price of every cell side of the polar grid. It falls with the contrast across the side beyond the image's
 * texture. `pull` is the extra price of crossing a ray near the pole compared to its end.
 */
export function edgeCosts(view: PolarView, pull: number): PolarCosts {
  const { rings, reach } = view
  const contrasts = radialContrasts(view)
  const across = new Float32Array(RAYS * rings).fill(Infinity)
  const along = new Float32Array(RAYS * rings).fill(BEYOND_FRAME_PRICE)
  const texture = textureOf(view, contrasts)
  const radii = Float64Array.from({ length: rings }, (_, ring) => radiusOf(ring))
  for (let ray = 0; ray < RAYS; ray++) {
    const [end, endBefore] = [reach[ray] ?? 1, reach[before(ray)] ?? 1]
    const farthest = radii[end - 1] ?? 1
    for (let ring = 0; ring < end - 1; ring++) {
      const depth = 1 - (radii[ring] ?? 0) / farthest
      across[ray * rings + ring] = price(contrasts[ray * rings + ring] ?? 0) + pull * depth
    }
    across[ray * rings + end - 1] = FRAME_PRICE
    const common = Math.min(end, endBefore)
    for (let ring = 0; ring < common; ring++) along[ray * rings + ring] = price(angular(view, { ray, ring }))
  }
  return { rays: RAYS, rings, across, along }

  function price(contrast: number): number {
    const ratio = contrast / texture
    return 1 / (1 + ratio * ratio)
  }
}

function textureOf({ rings, reach }: PolarView, contrasts: Float64Array): number {
  const found = new Float32Array(contrasts.length)
  let count = 0
  for (let ray = 0; ray < RAYS; ray++) {
    const last = ray * rings + (reach[ray] ?? 1) - 1
    for (let at = ray * rings + 8; at < last; at++) found[count++] = contrasts[at] ?? 0
  }
  const sorted = found.subarray(0, count).sort()
  return Math.min(MOST_TEXTURE, Math.max(LEAST_TEXTURE, sorted[Math.floor(count * TEXTURE_SHARE)] ?? 0))
}

/** Returns contrasts by ray and ring, where there is a sample beyond the ring. */
function radialContrasts(view: PolarView): Float64Array {
  const { rings, reach } = view
  const smooth = smoothedAcrossRays(view)
  const contrasts = new Float64Array(RAYS * rings)
  for (let ray = 0; ray < RAYS; ray++) {
    const end = reach[ray] ?? 1
    for (let ring = 0; ring < end - 1; ring++) contrasts[ray * rings + ring] = radial(view, smooth, { ray, ring })
  }
  return contrasts
}

interface Side {
  readonly ray: number
  readonly ring: number
}

/** Returns the difference between the two samples before and the two after a ring. */
function radial({ rings, reach }: PolarView, smooth: Float32Array, { ray, ring }: Side): number {
  const row = ray * rings
  const inner = row + Math.max(0, ring - 1)
  const outer = row + Math.min((reach[ray] ?? 1) - 1, ring + 2)
  let sum = 0
  for (let channel = 0; channel < 3; channel++) {
    const beyond = (smooth[3 * (row + ring + 1) + channel] ?? 0) + (smooth[3 * outer + channel] ?? 0)
    const within = (smooth[3 * (row + ring) + channel] ?? 0) + (smooth[3 * inner + channel] ?? 0)
    sum += (beyond - within) ** 2
  }
  return Math.sqrt(sum) / 2
}

/** Returns the difference between two samples on the rays before and two after, averaged over neighboring rings. */
function angular({ rings, lab }: PolarView, { ray, ring }: Side): number {
  const [low, high] = [Math.max(0, ring - 1), Math.min(rings - 1, ring + 1)]
  const [left, right] = [before(ray), after(ray)]
  let sum = 0
  for (let channel = 0; channel < 3; channel++) {
    const difference =
      column(ray, channel) + column(right, channel) - column(left, channel) - column(before(left), channel)
    sum += difference * difference
  }
  return Math.sqrt(sum) / 8

  function column(on: number, channel: number): number {
    const row = on * rings
    const middle = lab[3 * (row + ring) + channel] ?? 0
    return (lab[3 * (row + low) + channel] ?? 0) + 2 * middle + (lab[3 * (row + high) + channel] ?? 0)
  }
}

/** Blends every sample with its neighbors on adjacent rays, if they are inside the limits. */
function smoothedAcrossRays({ rings, lab, reach }: PolarView): Float32Array {
  const smooth = new Float32Array(lab.length)
  for (let ray = 0; ray < RAYS; ray++) {
    const [left, right] = [before(ray), after(ray)]
    for (let ring = 0; ring < (reach[ray] ?? 1); ring++) {
      const own = 3 * (ray * rings + ring)
      const onLeft = ring < (reach[left] ?? 1) ? 3 * (left * rings + ring) : own
      const onRight = ring < (reach[right] ?? 1) ? 3 * (right * rings + ring) : own
      for (let channel = 0; channel < 3; channel++) {
        const beside = (lab[onLeft + channel] ?? 0) + (lab[onRight + channel] ?? 0)
        smooth[own + channel] = (beside + 2 * (lab[own + channel] ?? 0)) / 4
      }
    }
  }
  return smooth
}

function before(ray: number): number {
  return (ray + RAYS - 1) % RAYS
}

function after(ray: number): number {
  return (ray + 1) % RAYS
}
