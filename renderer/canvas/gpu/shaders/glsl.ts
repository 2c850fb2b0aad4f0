import type { Rgba } from '../color.ts'

export function glslVec4(rgba: Rgba): string {
  return `vec4(${rgba.map((share) => share.toFixed(5)).join(', ')})`
}
