import { createStore } from 'zustand/vanilla'
import type { ProjectSlug, TaskId } from '#common/ids'

/** A file that did not reach the core. */
interface Unsent {
  readonly path: string
  readonly reason: string
}

/** A dataset on its way to the core, as this window sees it. */
export interface SentDataset {
  readonly dataset: TaskId
  readonly project: ProjectSlug
  readonly name: string
  readonly startedAt: number
  readonly found: number
  readonly sent: number
  readonly unsent: readonly Unsent[]
  /** `stopped`: for the reason in `problem`, or because the person said so. */
  readonly status: 'sending' | 'sent' | 'stopped'
  readonly problem: string | undefined
}

export const datasetStore = createStore<{ readonly datasets: readonly SentDataset[] }>(() => ({ datasets: [] }))

export function addDataset(dataset: SentDataset): void {
  datasetStore.setState(({ datasets }) => ({ datasets: [...datasets, dataset] }))
}

export function changeDataset(dataset: TaskId, change: (sent: SentDataset) => Partial<SentDataset>): void {
  datasetStore.setState(({ datasets }) => ({
    datasets: datasets.map((sent) => (sent.dataset === dataset ? { ...sent, ...change(sent) } : sent)),
  }))
}

/** The project that a dataset is for; undefined where it was sent by another window. */
export function projectOf(dataset: TaskId): ProjectSlug | undefined {
  return datasetStore.getState().datasets.find((sent) => sent.dataset === dataset)?.project
}

export function forgetDataset(dataset: TaskId): void {
  datasetStore.setState(({ datasets }) => ({ datasets: datasets.filter((sent) => sent.dataset !== dataset) }))
}
