import { isSameShape } from '#common/annotation/edit'
import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import type { ImageId } from '#common/ids'
import { act } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import { placeOf } from '../queue/queue.ts'
import { runMachineTask } from '../smart/machine-task.ts'
import type { Bench } from '../workbench/bench.ts'
import { selectedShapes } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { commitCarried, layOnto, say } from './repeat-acts.ts'
import { forwardSentence, takenBackSentence } from './words.ts'

/** The shapes that would go: the selected ones, or all. */
export function shapesToCarry(bench: Workbench): readonly PlacedShape[] {
  const selected = selectedShapes(bench)
  return selected.length > 0 ? selected : (bench.document?.shapes.filter(isPlaced) ?? [])
}

/** Images that follow in the queue. */
export function following({ queue, image }: Bench): readonly ImageId[] {
  return image === undefined ? [] : queue.ids.slice(placeOf(queue.ids, image) + 1)
}

interface CarriedTo {
  readonly image: ImageId
  readonly shapes: readonly PlacedShape[]
}

/** Carries shapes to the next images of the queue, into the places that are empty there. The undo takes all of it back. */
export async function carryForward(bench: Workbench, count: number): Promise<void> {
  bench.settle()
  const { frame } = bench.bench
  const shapes = shapesToCarry(bench)
  const images = following(bench.bench).slice(0, count)
  if (!frame || shapes.length === 0) return
  const carried: CarriedTo[] = []
  await runMachineTask(bench, { kind: 'propagate', items: images }, async (image) => {
    await bench.documents.open(image)
    const laid = await layOnto(bench, image, { shapes, size: frame })
    if (!laid || laid.carried.shapes.length === 0) return
    if (commitCarried(bench, image, laid.carried.shapes)) carried.push({ image, shapes: laid.carried.shapes })
  })
  sayCarried(bench, carried)
}

function sayCarried(bench: Workbench, carried: readonly CarriedTo[]): void {
  const count = carried.reduce((sum, { shapes }) => sum + shapes.length, 0)
  const text = forwardSentence({ images: carried.length, shapes: count })
  if (carried.length === 0) return say(bench, text)
  const undo = { label: t('Undo'), onPress: () => void takeBack(bench, carried) }
  bench.say({ kind: 'machine', id: 'propagate', text, action: undo })
  bench.announce(text)
}

/** Takes the carried shapes away again from every image where nobody has touched one of them. */
async function takeBack(bench: Workbench, carried: readonly CarriedTo[]): Promise<void> {
  let back = 0
  await runMachineTask(bench, { kind: 'propagate', items: carried }, async ({ image, shapes }) => {
    await bench.documents.open(image)
    const now = new Map(bench.documents.view(image)?.shapes.map((shape) => [shape.id, shape]))
    if (!shapes.every((shape) => isSameShape(now.get(shape.id) ?? null, shape))) return
    const changes = shapes.map((before) => ({ before, after: null }))
    if (bench.documents.commit(image, { label: act('Take carried shapes back'), changes })) back += 1
  })
  say(bench, takenBackSentence(back, carried.length))
}
