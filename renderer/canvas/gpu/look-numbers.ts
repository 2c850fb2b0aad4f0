import type { Look } from '../looks.ts'
import { SLOTS, type SlotLooks } from '../still/slots.ts'
import type { Gl, Program } from './program.ts'
import type { AREA_UNIFORMS } from './shaders/area.ts'

/** How the insides of shapes look, to a program that is in use. */
export function tellAreas(gl: Gl, { at }: Program<(typeof AREA_UNIFORMS)[number]>, looks: SlotLooks): void {
  const fills = numbersOf(looks, ({ fill }) => [fill])
  gl.uniform1fv(at('uFills'), fills)
  gl.uniform1fv(at('uOpacities'), opacityNumbers(looks))
}

/** How much of all of it covers what lies below. */
export function opacityNumbers(looks: SlotLooks): readonly number[] {
  return numbersOf(looks, ({ opacity = 1 }) => [opacity])
}

/** Widths of the stroke and its casing, how much of them covers what lies below, and whether there is a hairline. */
export function lineNumbers(looks: SlotLooks): readonly number[] {
  return numbersOf(looks, ({ stroke, casing, opacity = 1, hairline }) => [stroke, casing, opacity, Number(hairline)])
}

export function dashNumbers(looks: SlotLooks): readonly number[] {
  return numbersOf(looks, ({ dash: [on = 0, off = 0] }) => [on, off])
}

/** By the numbers that shaders know slots by: the first one stands for what is left out, and is never read. */
function numbersOf(looks: SlotLooks, tell: (look: Look) => readonly number[]): readonly number[] {
  return [looks.plain, ...SLOTS.map((slot) => looks[slot])].flatMap(tell)
}
