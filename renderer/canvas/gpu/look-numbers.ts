import type { Look } from '../looks.ts'
import { SLOTS, type SlotLooks } from '../still/slots.ts'
import type { Gl, Program } from './program.ts'
import type { AREA_UNIFORMS } from './shaders/area.ts'

/** Sets the uniforms for the insides of shapes. The program must be in use. */
export function tellAreas(gl: Gl, { at }: Program<(typeof AREA_UNIFORMS)[number]>, looks: SlotLooks): void {
  const fills = numbersOf(looks, ({ fill }) => [fill])
  gl.uniform1fv(at('uFills'), fills)
  gl.uniform1fv(at('uOpacities'), opacityNumbers(looks))
}

/** Returns the opacity of each slot as a whole. */
export function opacityNumbers(looks: SlotLooks): readonly number[] {
  return numbersOf(looks, ({ opacity = 1 }) => [opacity])
}

/** Returns for each slot the widths of stroke and casing, the opacity, and whether there is a hairline. */
export function lineNumbers(looks: SlotLooks): readonly number[] {
  return numbersOf(looks, ({ stroke, casing, opacity = 1, hairline }) => [stroke, casing, opacity, Number(hairline)])
}

export function dashNumbers(looks: SlotLooks): readonly number[] {
  return numbersOf(looks, ({ dash: [on = 0, off = 0] }) => [on, off])
}

/** Returns values in the order in which shaders number the slots. Slot 0 stands for hidden shapes and is never read. */
function numbersOf(looks: SlotLooks, tell: (look: Look) => readonly number[]): readonly number[] {
  return [looks.plain, ...SLOTS.map((slot) => looks[slot])].flatMap(tell)
}
