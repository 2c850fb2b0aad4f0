import { reshaping } from '#renderer/tools/armed'
import { type Combination, isArea } from '#renderer/tools/outlines/combine'
import { combineEdit } from '#renderer/tools/outlines/edits'
import type { Purpose } from '#renderer/tools/reshape/reshape'
import { selectedShapes } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { PURPOSE_WORDS } from './words.ts'

/** Makes one shape of the selected areas; the first one that was selected is the one that stays. */
export function combineSelected(bench: Workbench, how: Combination): void {
  bench.settle()
  const { frame } = bench.bench
  if (!frame) return
  const result = combineEdit(selectedShapes(bench), how, frame)
  if (!result.ok) return bench.say({ kind: 'outline-refused', refusal: result.error })
  const { edit, select } = result.value
  if (bench.edit(edit)) bench.select(select)
}

/** With several areas selected they are combined; with one, what is added to it or taken away is drawn first. */
export function combineOrDraw(bench: Workbench, how: 'unite' | 'subtract'): void {
  if (selectedShapes(bench).length > 1) combineSelected(bench, how)
  else armReshape(bench, how === 'unite' ? 'add' : 'remove')
}

/** The next outlines or lines that are drawn change the selected areas. */
export function armReshape(bench: Workbench, purpose: Purpose): void {
  const areas = selectedShapes(bench).filter(isArea)
  if (areas.length === 0) return bench.say({ kind: 'outline-refused', refusal: 'no-area' })
  if (areas.every(({ isLocked }) => isLocked === true)) return bench.say({ kind: 'outline-refused', refusal: 'locked' })
  bench.arm('select')
  bench.set({ armed: reshaping(purpose) })
  bench.announce(PURPOSE_WORDS[purpose].announced)
}

export function leaveReshape(bench: Workbench): void {
  bench.arm('select')
}
