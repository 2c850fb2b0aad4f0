import type { Look } from '../looks.ts'
import { SLOTS, type SlotLooks } from '../still/slots.ts'

/** Shares of the colour over the area. */
export function fillNumbers(looks: SlotLooks): readonly number[] {
  return numbersOf(looks, ({ fill }) => [fill])
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
