import type { Outcome } from './outcome.ts'

/** Files of weights that were sent in. They go by identifier, by slug, or as `<project>/<version>`. */
export interface ModelOperations {
  /** Favourites first, then the newest. */
  list(project: string): Outcome<readonly ManagedModel[]>
  read(model: string): Outcome<ManagedModel>
  /** Weights of a model of the project, or of one of its versions; `download` takes them to get the file. */
  weights(project: string, modelOrVersion: string): Outcome<ModelWeights>
  /** Opens an upload for an hour; answers what `send` takes. */
  prepare(wanted: WantedModelUpload): Outcome<string>
  /** The same for the one model of a version. */
  prepareForVersion(project: string, version: number, type: string): Outcome<string>
  /** Sends the file, at most 2 GB. */
  send(upload: string, file: AsyncIterable<Uint8Array>): Outcome<undefined>
  favor(model: string, isFavorite: boolean): Outcome<undefined>
  moveToTrash(model: string): Outcome<{ readonly id: string }>
}

export interface ManagedModel {
  readonly id: string
  /** `<workspace>/<slug>`, or `<project>/<number>` for that of a version. */
  readonly url: string
  readonly name: string
  readonly type: string
  /** Slugs. */
  readonly projects: readonly string[]
  readonly isFavorite: boolean
  readonly bytes: number
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string
  readonly createdAt: Date
}

export interface ModelWeights {
  readonly modelId: string
  readonly fileName: string
  /** To be handed to `download`. */
  readonly archive: string
}

export interface WantedModelUpload {
  readonly name: string
  readonly type: string
  readonly projects: readonly string[]
}
