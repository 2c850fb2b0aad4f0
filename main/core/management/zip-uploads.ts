import type { ManagedTask } from './model.ts'
import type { Outcome } from './outcome.ts'

/** Datasets that come as one ZIP file. */
export interface ZipUploadOperations {
  /** Opens an upload; its archive must begin to arrive within an hour. */
  start(project: string, wanted: WantedZipUpload): Outcome<StartedZipUpload>
  /** Sends the archive, at most 2 GB. `upload` is what `start` answered. The import begins when all of it has arrived. */
  send(upload: string, archive: AsyncIterable<Uint8Array>): Outcome<undefined>
  /** The task of an upload; a task of another kind is not found. */
  task(task: string): Outcome<ManagedTask>
}

export interface WantedZipUpload {
  /** Of images that lie in no folder named train, valid or test; `train` when absent. */
  readonly split?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly batchName?: string | undefined
}

export interface StartedZipUpload {
  readonly taskId: string
  /** To be handed to `send`. */
  readonly upload: string
}
