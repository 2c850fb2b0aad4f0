import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { Project } from '../../projects/ports.ts'
import { addressNotFound, type ProjectService, projectNotFound } from '../../projects/service.ts'
import type { Workspace } from '../../workspaces/ports.ts'
import type { Reach } from './reach.ts'

/** Finds a project by what a caller calls it. */
export type FindProject = (text: string) => Promise<Result<Project, Refusal>>

export interface ProjectFinder {
  /** By its address, else by its exact name: clients that do not know an address ask by the name. For reading and adding. */
  readonly find: FindProject
  /** By its address alone, for what deletes, moves or changes: a name is not unique. */
  readonly findExactly: FindProject
}

/** What a caller cannot reach is not there for it: every operation that names a project finds it here. */
export function projectFinder(projects: ProjectService, workspace: Workspace, reach: Reach): ProjectFinder {
  async function reached(text: string, found: Result<Project, Refusal>): Promise<Result<Project, Refusal>> {
    if (!found.ok || (await reach.includes(found.value.id))) return found
    return projectNotFound(workspace, text)
  }

  const find: FindProject = async (text) => reached(text, await projects.findNamed(workspace, text))

  /** The sentence about addresses is for callers that may see the project of the name: it says that there is one. */
  async function findExactly(text: string): Promise<Result<Project, Refusal>> {
    const found = await reached(text, await projects.find(workspace, text))
    return !found.ok && (await find(text)).ok ? addressNotFound(workspace, text) : found
  }

  return { find, findExactly }
}
