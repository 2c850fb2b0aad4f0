import { type Gl, makeProgram, type Program } from './program.ts'
import { FILL, type FILL_UNIFORMS } from './shaders/fill.ts'
import { LINE, type LINE_UNIFORMS } from './shaders/line.ts'
import { MASK, type MASK_UNIFORMS } from './shaders/mask.ts'
import { type SPOT_UNIFORMS, SPOTS } from './shaders/spot.ts'

export interface ShapePrograms {
  readonly fill: Program<(typeof FILL_UNIFORMS)[number]>
  readonly mask: Program<(typeof MASK_UNIFORMS)[number]>
  readonly line: Program<(typeof LINE_UNIFORMS)[number]>
  readonly spots: Program<(typeof SPOT_UNIFORMS)[number]>
}

export function makeShapePrograms(gl: Gl): ShapePrograms {
  return {
    fill: makeProgram(gl, FILL),
    mask: makeProgram(gl, MASK),
    line: makeProgram(gl, LINE),
    spots: makeProgram(gl, SPOTS),
  }
}
