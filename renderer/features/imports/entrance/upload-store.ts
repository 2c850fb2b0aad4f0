import { createStore } from 'zustand/vanilla'
import type { ProjectSlug, TaskId } from '#common/ids'

/** A file that did not reach the core, or whose answer did not come back. */
export interface Unsent {
  readonly path: string
  readonly reason: string
}

/** One import as this window sees it; the core's own counts are asked for at its end. */
export interface Upload {
  readonly taskId: TaskId
  readonly project: ProjectSlug
  readonly name: string
  readonly startedAt: number
  /** `finding`: a dropped folder is still being read. */
  readonly status: 'finding' | 'sending' | 'finished' | 'stopped'
  /** Files to send, known so far. */
  readonly found: number
  readonly answered: number
  readonly added: number
  readonly duplicates: number
  /** Of the duplicates: images whose damaged file was repaired. */
  readonly repaired: number
  readonly refused: number
  readonly skipped: number
  readonly unsent: readonly Unsent[]
  /** Why it stopped before its end. */
  readonly problem: string | undefined
  /** Closed by the person: shown in the task menu only. */
  readonly isHidden: boolean
}

interface UploadState {
  readonly uploads: readonly Upload[]
}

export const uploadStore = createStore<UploadState>(() => ({ uploads: [] }))

export function addUpload(upload: Upload): void {
  uploadStore.setState(({ uploads }) => ({ uploads: [...uploads, upload] }))
}

export function changeUpload(taskId: TaskId, change: (upload: Upload) => Partial<Upload>): void {
  uploadStore.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.taskId === taskId ? { ...upload, ...change(upload) } : upload)),
  }))
}

export function uploadOf(taskId: TaskId): Upload | undefined {
  return uploadStore.getState().uploads.find((upload) => upload.taskId === taskId)
}

export function isUnderWay({ status }: Upload): boolean {
  return status === 'finding' || status === 'sending'
}
