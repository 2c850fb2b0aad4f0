import type { Outcome } from './outcome.ts'

/** The folders of a workspace. Projects go by their address, alone or as `<workspace>/<project>`. */
export interface FolderOperations {
  list(): Outcome<readonly ManagedFolder[]>
  read(folder: string): Outcome<ManagedFolder>
  create(wanted: WantedFolder): Outcome<ManagedFolder>
  change(folder: string, wanted: WantedFolderChange): Outcome<ManagedFolder>
  /** Moves its contents to the folder above; no project is deleted. */
  remove(folder: string): Outcome<undefined>
  /** They leave the folders they were in. All of them, or none. */
  addProjects(folder: string, projects: readonly string[]): Outcome<undefined>
  removeProjects(folder: string, projects: readonly string[]): Outcome<undefined>
}

export interface ManagedFolder {
  readonly id: string
  readonly name: string
  readonly parentId: string | undefined
  /** Identifier in another system. */
  readonly externalId: string | undefined
  /** Addresses. */
  readonly projects: readonly string[]
}

export interface WantedFolder {
  readonly name: string
  readonly parentId?: string | undefined
  readonly externalId?: string | undefined
  readonly projects?: readonly string[] | undefined
}

export interface WantedFolderChange {
  readonly name?: string | undefined
  /** Null: to the top. */
  readonly parentId?: string | null | undefined
}
