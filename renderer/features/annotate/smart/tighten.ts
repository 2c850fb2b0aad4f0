import { isSameShape } from '#common/annotation/edit'
import { isPlaced, type PlacedShape, shapeRings } from '#common/annotation/shape'
import type { ImageId } from '#common/ids'
import { act, KIND_WORDS } from '#renderer/kit/words/acts'
import { isDrafting } from '#renderer/tools/armed'
import { selectedShapes } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { canBeFitted } from './fit.ts'
import { type Fit, fitShapes } from './fit-shapes.ts'
import type { Ghost } from './machine.ts'
import { setMachine } from './machine-task.ts'
import { failureSentence, NO_BOX, tightenedSentence } from './words.ts'

/** Draws the selected boxes, or the box that was drawn last, in to what lies in them. One gesture; the old ones stay as ghosts. */
export async function tighten(bench: Workbench): Promise<void> {
  bench.settle()
  const { image, frame } = bench.bench
  const shapes = boxesMeant(bench)
  if (image === undefined || !frame) return
  if (shapes.length === 0) return say(bench, NO_BOX)
  try {
    const fits = await fitShapes(bench, { kind: 'tighten', image, frame, shapes })
    if (fits) take(bench, image, fits)
  } catch (error) {
    say(bench, failureSentence(error))
  }
}

function boxesMeant(bench: Workbench): readonly PlacedShape[] {
  const { selection } = bench.bench
  const drawn = bench.document?.known.undo.at(-1)?.changes.flatMap(({ before, after }) => (before ? [] : (after ?? [])))
  const last = drawn?.length === 1 ? drawn.filter(isPlaced) : []
  const meant = selection.length > 0 ? selectedShapes(bench) : last
  return meant.filter((shape) => isBox(shape) && canBeFitted(shape) && bench.shape(shape.id) !== undefined)
}

function isBox({ kind }: PlacedShape): boolean {
  return kind === 'box' || kind === 'rotated-box'
}

function take(bench: Workbench, image: ImageId, fits: readonly Fit[]): void {
  const { documents } = bench
  const now = new Map(documents.view(image)?.shapes.map((shape) => [shape.id, shape]))
  // What a person changed meanwhile is theirs.
  const changes = fits.flatMap(({ before, after }) =>
    after && isSameShape(now.get(before.id) ?? null, before) && !isSameShape(before, after) ? [{ before, after }] : [],
  )
  const said = tightenedSentence({ tightened: changes.length, empty: fits.filter(({ after }) => !after).length })
  if (changes.length === 0) return say(bench, said)
  const [first] = changes
  const label =
    changes.length === 1 && first
      ? act('Tighten {{thing}}', { thing: KIND_WORDS[first.before.kind] })
      : act('Tighten {{count}} boxes', { count: changes.length })
  const isTaken =
    image === bench.bench.image ? bench.edit({ label, changes }) : documents.commit(image, { label, changes })
  if (!isTaken) return
  bench.announce(said)
  if (image === bench.bench.image)
    keepGhosts(
      bench,
      changes.map(({ before }) => before),
    )
}

function keepGhosts(bench: Workbench, shapes: readonly PlacedShape[]): void {
  const ghosts = shapes.map(
    (shape): Ghost => ({
      shape: shape.id,
      rings: shapeRings(shape),
      color: bench.namedShape(shape.id)?.label?.color ?? 1,
    }),
  )
  setMachine(bench, { ghosts })
}

function say(bench: Workbench, text: string): void {
  bench.say({ kind: 'machine', id: 'tighten', text })
  bench.announce(text)
}

/** Takes ghosts away as soon as something else is done; returns what stops it. */
export function watchGhosts(bench: Workbench): () => void {
  let since: unknown[] = []
  let ghosts: readonly Ghost[] = []
  const look = () => {
    const { machine, image, selection, armed } = bench.bench
    const now = [image, selection, armed.tool, bench.document?.known.undo.at(-1)]
    if (machine.ghosts !== ghosts) {
      ghosts = machine.ghosts
      since = now
    }
    if (ghosts.length === 0) return
    if (isDrafting(armed) || now.some((each, place) => each !== since[place])) setMachine(bench, { ghosts: [] })
  }
  const stops = [bench.store.subscribe(look), bench.documents.store.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
