import { shapeIou } from '#common/annotation/overlap'
import { canBeFitted } from '../smart/fit.ts'
import { type Fit, fitShapes } from '../smart/fit-shapes.ts'
import { setMachine } from '../smart/machine-task.ts'
import { failureSentence } from '../smart/words.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { commitCarried, type Laid, layPrevious, say } from './repeat-acts.ts'
import { carriedSentence, fittedSentence } from './words.ts'

/** What was fitted with less than this in common with where it was is looked at by a person. */
const FAR = 0.5

/** The shapes of the previous image, each fitted anew to what lies here in its place. One gesture. */
export async function repeatAndRefit(bench: Workbench): Promise<void> {
  const laid = await layPrevious(bench)
  if (!laid) return
  const { image, size, carried } = laid
  if (carried.shapes.length === 0) return say(bench, carriedSentence(carried))
  const shapes = carried.shapes.filter(canBeFitted)
  try {
    const fits = await fitShapes(bench, { kind: 'refit', image, frame: size, shapes })
    if (fits) take(bench, laid, fits)
  } catch (error) {
    say(bench, failureSentence(error))
  }
}

function take(bench: Workbench, { image, carried }: Laid, fits: readonly Fit[]): void {
  const found = new Map(fits.flatMap(({ before, after }) => (after ? [[before.id, after] as const] : [])))
  const far = fits.filter(({ before, after }) => !after || shapeIou(before, after) < FAR).map(({ before }) => before.id)
  // Before the labels change: they are looked through as soon as they do.
  setMachine(bench, { far: new Set([...bench.bench.machine.far, ...far]) })
  const shapes = carried.shapes.map((shape) => found.get(shape.id) ?? shape)
  if (commitCarried(bench, image, shapes))
    bench.announce(fittedSentence(carried, { fitted: found.size, far: far.length }))
}
