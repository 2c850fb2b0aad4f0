import { confirmEdit } from '#common/annotation/carry'
import { ImageId } from '#common/ids'
import { afterFrame } from '#renderer/kit/app/after-frame'
import { nextTriage, readImageQuery, TRIAGE_WORDS } from '#renderer/kit/app/image-query'
import { parseRoute, type Route, setParams } from '#renderer/kit/app/router'
import { t } from '#renderer/kit/words/words'
import { type Bench, UNREAD_QUEUE } from '../workbench/bench.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { neighbour, nextUnfinished, startOf } from './queue.ts'

/** Puts an image on screen and into the address, without a step in the history: one flips through hundreds. */
export function goTo(bench: Workbench, image: ImageId | undefined): void {
  if (image === undefined) return
  bench.open(image)
  noteAddress(bench)
}

let dropLastNote = () => {}
/** The address does not name the image that this one shows yet. */
let ahead: Workbench | undefined

/**
 * The address follows once the image is drawn, unless the person has left for another page by then. One who has followed a link to another
 * image meanwhile is led there.
 */
function noteAddress(bench: Workbench): void {
  dropLastNote()
  ahead = bench
  const before = imageIn(parseRoute(location.hash))
  dropLastNote = afterFrame(() => {
    ahead = undefined
    const route = parseRoute(location.hash)
    if (route.page !== 'annotate' || route.project !== bench.project) return
    const named = imageIn(route)
    if (named === undefined || named === before) setParams({ image: bench.bench.image })
    else bench.open(named)
  })
}

function imageIn({ params }: Route): ImageId | undefined {
  return ImageId.safeParse(params.get('image')).data
}

/** Shows the image that the address names, or the first that is not done. An address that lags behind leads nowhere. */
export function followAddress(bench: Workbench, image: ImageId | undefined, queue: Bench['queue'] | undefined): void {
  if (ahead === bench) return
  if (image !== undefined) return bench.open(image)
  if (queue) goTo(bench, queue.ids.find((id) => queue.unfinished.has(id)) ?? queue.ids[0])
}

const early = new WeakMap<Workbench, (() => void)[]>()

/** Takes the step, once the queue is read: a key that is pressed as soon as the page is there is not lost. */
function onceQueued(bench: Workbench, step: () => void): void {
  if (bench.bench.queue !== UNREAD_QUEUE) return step()
  early.set(bench, [...(early.get(bench) ?? []), step])
}

/** Takes the steps that waited for the queue. */
export function takeEarlySteps(bench: Workbench): void {
  const steps = early.get(bench) ?? []
  early.delete(bench)
  for (const step of steps) step()
}

export function goBy(bench: Workbench, by: 1 | -1): void {
  onceQueued(bench, () => goTo(bench, nextTo(bench.bench, by)))
}

/** The image beside the one on screen, also when that is no longer in the project; undefined at the ends. */
export function nextTo({ queue, image }: Pick<Bench, 'queue' | 'image'>, by: 1 | -1): ImageId | undefined {
  return neighbour(queue.ids, startOf(queue, image, by), by)
}

export function goToEnd(bench: Workbench, end: 'first' | 'last'): void {
  onceQueued(bench, () => goTo(bench, bench.bench.queue.ids.at(end === 'first' ? 0 : -1)))
}

/** Puts the queue into the next order of those that begin with what is most worth a look. */
export function cycleTriage(bench: Workbench): void {
  const { params } = parseRoute(location.hash)
  const sort = nextTriage(readImageQuery(bench.project, params).sort)
  setParams({ sort })
  bench.announce(t('Order: {{order}}', { order: TRIAGE_WORDS[sort] }))
}

export function goToUnfinished(bench: Workbench, way: 1 | -1): void {
  onceQueued(bench, () => toUnfinished(bench, way))
}

function toUnfinished(bench: Workbench, way: 1 | -1): void {
  const { queue, states, image } = bench.bench
  const isUnfinished = (id: ImageId) => (states.has(id) ? states.get(id) !== 'done' : queue.unfinished.has(id))
  const next = nextUnfinished(queue.ids, startOf(queue, image, way), { way, isUnfinished })
  if (next === undefined) bench.say({ kind: 'all-done' })
  else goTo(bench, next)
}

/** Whether shapes on the image still wait for their class: it cannot be done yet, which is said. */
function lacksClass(bench: Workbench): boolean {
  if (!bench.bench.picker?.drawn) return false
  bench.say({ kind: 'said', text: t('Name the class first') })
  return true
}

/** Done with this one, and what was carried over to it is right; on to the next that is not done. */
export function finish(bench: Workbench): void {
  const { image } = bench.bench
  bench.settle()
  if (lacksClass(bench)) return
  const { document } = bench
  if (image === undefined || !document) return
  const confirm = confirmEdit(document.shapes)
  if (confirm) bench.documents.commit(image, confirm)
  const isThrough = document.state === 'done' && document.review.state !== 'rejected'
  const isSaid = isThrough || bench.documents.setState(image, { done: true, isNull: document.isNull })
  if (isSaid) goToUnfinished(bench, 1)
}

/** Holds nothing to label, or back to work. */
export function toggleNothing(bench: Workbench): void {
  const { image } = bench.bench
  bench.settle()
  if (lacksClass(bench)) return
  const { document } = bench
  if (image === undefined || !document) return
  if (document.shapes.length > 0) return bench.say({ kind: 'has-shapes', count: document.shapes.length })
  const isNull = !document.isNull
  if (bench.documents.setState(image, { done: isNull, isNull })) {
    bench.announce(isNull ? t('Background') : t('Back to work'))
  }
}
