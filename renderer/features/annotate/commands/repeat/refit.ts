import { shapeIou } from '#common/annotation/overlap'
import type { Editor } from '../../editor/editor.ts'
import { canBeFitted } from '../../effects/smart/fit.ts'
import { type Fit, fitShapes } from '../../effects/smart/fit-shapes.ts'
import { setMachine } from '../../effects/smart/machine-task.ts'
import { failureSentence } from '../../effects/smart/words.ts'
import { commitCarried, type Laid, layPrevious, say } from './repeat.ts'
import { carriedSentence, fittedSentence } from './words.ts'

/** Least overlap of a fit with the former place; below it, a person reviews the fit. */
const FAR = 0.5

/** The shapes of the previous image, each fitted again to what lies here in its place. One gesture. */
export async function repeatAndRefit(editor: Editor): Promise<void> {
  const laid = await layPrevious(editor)
  if (!laid) return
  const { image, size, carried } = laid
  if (carried.shapes.length === 0) return say(editor, carriedSentence(carried))
  const shapes = carried.shapes.filter(canBeFitted)
  try {
    const fits = await fitShapes(editor, { kind: 'refit', image, frame: size, shapes })
    if (fits) take(editor, laid, fits)
  } catch (error) {
    say(editor, failureSentence(error))
  }
}

function take(editor: Editor, { image, carried }: Laid, fits: readonly Fit[]): void {
  const found = new Map(fits.flatMap(({ before, after }) => (after ? [[before.id, after] as const] : [])))
  const far = fits.filter(({ before, after }) => !after || shapeIou(before, after) < FAR).map(({ before }) => before.id)
  // Before the labels change: they are looked through as soon as they do.
  setMachine(editor, { far: new Set([...editor.state.machine.far, ...far]) })
  const shapes = carried.shapes.map((shape) => found.get(shape.id) ?? shape)
  if (commitCarried(editor, image, shapes))
    editor.announce(fittedSentence(carried, { fitted: found.size, far: far.length }))
}
