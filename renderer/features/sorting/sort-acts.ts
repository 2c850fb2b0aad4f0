import type { QueryClient } from '@tanstack/react-query'
import { isWhole } from '#common/annotation/whole'
import type { LabelClass } from '#common/contract/projects'
import { MAX_BLOCK, type Sorted } from '#common/contract/review/sorting'
import type { ImageId, ProjectSlug } from '#common/ids'
import { refuseWhileLost } from '#renderer/data/connection'
import { studio } from '#renderer/data/studio'
import { outlinesOf } from '#renderer/features/images/entrance/outlines-query'
import { personName } from '#renderer/ui/app/person'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { behind, rangeOf } from './block.ts'
import { type SortAct, type SortingStore, withMarks } from './sorting-store.ts'

/** Project, sorting state and client for commands on images. */
export interface Sorter {
  readonly project: ProjectSlug
  readonly sorting: SortingStore
  readonly client: QueryClient
  /** An image is of one class at most: a class that is given leads on, and the image is done. */
  readonly isOnly: boolean
}

/** Acts go one after the other, however fast the keys are. */
const turns = new WeakMap<SortingStore, Promise<void>>()

function inTurn(sorting: SortingStore, act: () => Promise<void>): void {
  try {
    refuseWhileLost()
  } catch (failure) {
    return notifyError(failure)
  }
  const turn = (turns.get(sorting) ?? Promise.resolve()).then(act).catch(notifyError)
  turns.set(sorting, turn)
}

function blockIds({ sorting }: Sorter): readonly ImageId[] {
  const { ids, block } = sorting.getState()
  const { first, last } = rangeOf(block)
  return ids.slice(first, last + 1)
}

/** Gives the block the class, or takes it away where all of it have it; one class an image leads on to the next. */
export function labelBlock(sorter: Sorter, label: LabelClass): void {
  const { sorting, isOnly } = sorter
  const images = blockIds(sorter)
  if (images.length === 0) return
  if (images.length > MAX_BLOCK)
    return notify({ id: 'block', text: t('At most {{count}} images can be labeled at once', { count: MAX_BLOCK }) })
  const way = images.every((image) => isOf(sorter, image, label)) ? 'take' : 'give'
  if (isOnly && way === 'give') sorting.setState(({ block, ids }) => ({ block: behind(block, ids.length) }))
  inTurn(sorting, () => giveOrTake(sorter, { images, label, way }))
}

interface Labelling {
  readonly images: readonly ImageId[]
  readonly label: LabelClass
  readonly way: 'give' | 'take'
}

async function giveOrTake(sorter: Sorter, { images, label, way }: Labelling): Promise<void> {
  const { project, sorting, isOnly } = sorter
  const done = isOnly && way === 'give'
  const wanted = { project, images: [...images], classId: label.id, way, done, by: personName() }
  const sorted = await studio.sorting.label(wanted)
  show(sorter, sorted)
  if (sorted.changed.length > 0) remember(sorting, { kind: 'label', images: reached(sorted) })
  const words = way === 'give' ? label.name : t('No longer {{name}}', { name: label.name })
  const amount = t('{{count}} images', { count: images.length })
  sorting.setState({ announcement: images.length === 1 ? words : `${words}: ${amount}` })
}

/** Whether the image is of the class, as far as that is known here. */
function isOf({ client, project }: Sorter, image: ImageId, label: LabelClass): boolean {
  const shapes = client.getQueryData(outlinesOf(project, image).queryKey) ?? []
  return shapes.some((shape) => isWhole(shape) && shape.classId === label.id)
}

/** A person is through with the block; what has no class stays as it is. */
export function markDone(sorter: Sorter): void {
  const { sorting, project } = sorter
  const images = blockIds(sorter)
  if (images.length === 0) return
  sorting.setState(({ block, ids }) => ({ block: behind(block, ids.length) }))
  inTurn(sorting, async () => {
    const picked = { images: [...images] }
    const { id, changed } = await studio.bulk.run({ project, picked, act: { kind: 'state', state: 'done' } })
    const { marks } = sorting.getState()
    const through = images.filter((image) => marks.get(image)?.isLabelled)
    setDone(sorting, through, true)
    if (id !== null) remember(sorting, { kind: 'done', id, images: through })
    sorting.setState({
      announcement:
        changed === 0 ? t('Only images with a class can be done') : t('{{count}} images done', { count: changed }),
    })
  })
}

/** Takes the last act back, on all of its images. */
export function undoSort(sorter: Sorter): void {
  inTurn(sorter.sorting, async () => {
    const { undo, redo } = sorter.sorting.getState()
    const act = undo.at(-1)
    if (!act) return
    const left = await takeBack(sorter, act)
    sorter.sorting.setState({ undo: undo.slice(0, -1), redo: left ? [...redo, left] : redo })
    look(sorter.sorting, act)
  })
}

export function redoSort(sorter: Sorter): void {
  inTurn(sorter.sorting, async () => {
    const { undo, redo } = sorter.sorting.getState()
    const act = redo.at(-1)
    if (act?.kind !== 'label') return
    const sorted = await move(sorter, 'redo', act)
    const again: SortAct = { kind: 'label', images: reached(sorted) }
    sorter.sorting.setState({ redo: redo.slice(0, -1), undo: [...undo, again] })
    look(sorter.sorting, act)
  })
}

/** Answers what would repeat the act; marks of done are not repeated, they are one key away. */
async function takeBack(sorter: Sorter, act: SortAct): Promise<SortAct | undefined> {
  if (act.kind === 'done') {
    await studio.bulk.undo({ project: sorter.project, id: act.id })
    setDone(sorter.sorting, act.images, false)
    return undefined
  }
  return { kind: 'label', images: reached(await move(sorter, 'undo', act)) }
}

async function move(sorter: Sorter, way: 'undo' | 'redo', act: Extract<SortAct, { kind: 'label' }>): Promise<Sorted> {
  const sorted = await studio.sorting[way]({ project: sorter.project, images: [...act.images], by: personName() })
  show(sorter, sorted)
  if (sorted.skipped > 0)
    notify({ text: t('{{count}} images have changed since and were left as they are', { count: sorted.skipped }) })
  const count = sorted.changed.length
  sorter.sorting.setState({
    announcement:
      way === 'undo' ? t('Undone on {{count}} images', { count }) : t('Redone on {{count}} images', { count }),
  })
  return sorted
}

/** Shows what the core answered at once; the note that follows asks for it again. */
function show({ client, project, sorting }: Sorter, { changed }: Sorted): void {
  for (const { image, shapes } of changed) client.setQueryData(outlinesOf(project, image).queryKey, shapes)
  const marks = changed.map(({ image, shapes, isDone }) => [image, { isLabelled: shapes.length > 0, isDone }] as const)
  sorting.setState((now) => withMarks(now, new Map(marks)))
}

function setDone(sorting: SortingStore, images: readonly ImageId[], isDone: boolean): void {
  sorting.setState((now) => withMarks(now, new Map(images.map((image) => [image, { isDone }]))))
}

function remember(sorting: SortingStore, act: SortAct): void {
  sorting.setState(({ undo }) => ({ undo: [...undo, act], redo: [] }))
}

/** Goes to the images of an act that was taken back or repeated: one sees what happened. */
function look(sorting: SortingStore, { images }: SortAct): void {
  const { ids } = sorting.getState()
  const meant = new Set(images.map((each) => (typeof each === 'string' ? each : each.image)))
  const first = ids.findIndex((id) => meant.has(id))
  if (first >= 0) sorting.setState({ block: { anchor: first, focus: first } })
}

function reached({ changed }: Sorted) {
  return changed.map(({ image, revision }) => ({ image, revision }))
}

/** "1,204 of 4,812 have a class". */
export function progressWords(labelled: number, total: number): string {
  return t('{{labelled}} of {{total}} have a class', { labelled, total })
}
