import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Sorted } from '#common/contract/review/sorting'
import type { BulkActId, ImageId } from '#common/ids'
import { type Block, FIRST } from './block.ts'

/** An image as an act left it. */
export type Reached = Pick<Sorted['changed'][number], 'image' | 'revision'>

/** A step that is undone as one. */
export type SortAct =
  | { readonly kind: 'label'; readonly images: readonly Reached[] }
  | { readonly kind: 'done'; readonly id: BulkActId; readonly images: readonly ImageId[] }

/** Known state of an image in the queue. */
export interface Mark {
  readonly isLabelled: boolean
  readonly isDone: boolean
}

/** The images to sort, what is in hand, and what was done here. */
export interface SortingState {
  readonly ids: readonly ImageId[]
  readonly marks: ReadonlyMap<ImageId, Mark>
  readonly labelled: number
  readonly block: Block
  readonly undo: readonly SortAct[]
  readonly redo: readonly SortAct[]
  readonly isPicking: boolean
  /** Read out by the live region. */
  readonly announcement: string
}

export type SortingStore = StoreApi<SortingState>

export function createSortingStore(): SortingStore {
  return createStore<SortingState>(() => ({
    ids: [],
    marks: new Map(),
    labelled: 0,
    block: FIRST,
    undo: [],
    redo: [],
    isPicking: false,
    announcement: '',
  }))
}

/** The sorting with what is known of some images now. */
export function withMarks(
  sorting: SortingState,
  changed: ReadonlyMap<ImageId, Partial<Mark>>,
): Pick<SortingState, 'marks' | 'labelled'> {
  const marks = new Map(sorting.marks)
  let { labelled } = sorting
  for (const [id, part] of changed) {
    const before = marks.get(id) ?? UNKNOWN
    const after = { ...before, ...part }
    labelled += Number(after.isLabelled) - Number(before.isLabelled)
    marks.set(id, after)
  }
  return { marks, labelled }
}

export const UNKNOWN: Mark = { isLabelled: false, isDone: false }
