import { rem } from '#renderer/ui/app/ui-scale'

const STEP_PX = 24
/** Deeper than this nothing moves in any more: the images must stay. */
const MOST_STEPS = 4

/** Indents the contents of a folder; the columns stay where they are. */
export function indented(depth: number): Record<`--${string}`, string> {
  return { '--indent': rem(Math.min(depth, MOST_STEPS) * STEP_PX) }
}
