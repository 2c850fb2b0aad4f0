import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Project, ProjectHandle } from '../../dataset/projects/ports.ts'
import { addressNotFound, type ProjectService, projectNotFound } from '../../dataset/projects/service.ts'
import type { Reach } from './reach.ts'

/** Finds a project by what a caller calls it. */
export type FindProject = (text: string) => Promise<Result<Project, Refusal>>

/** Finds as much of a project as the trash needs. */
export type FindHandle = (text: string) => Promise<Result<ProjectHandle, Refusal>>

export interface ProjectFinder {
  /** By its address, else by its exact name: clients that do not know an address ask by the name. For reading and adding. */
  readonly find: FindProject
  /** By its address alone, for what deletes, moves or changes: a name is not unique. */
  readonly findExactly: FindProject
  /** The same for what moves to the trash: also where it is damaged. */
  readonly findRow: FindHandle
}

/** Finds the project for every operation that names one; a project that the caller cannot reach is not found. */
export function projectFinder(projects: ProjectService, workspace: Workspace, reach: Reach): ProjectFinder {
  async function reached<Found extends ProjectHandle>(
    text: string,
    found: Result<Found, Refusal>,
  ): Promise<Result<Found, Refusal>> {
    if (!found.ok || (await reach.includes(found.value.id))) return found
    return projectNotFound(workspace, text)
  }

  const find: FindProject = async (text) => reached(text, await projects.findNamed(workspace, text))

  /** The sentence about addresses is for callers that may see the project of the name: it says that there is one. */
  const findRow: FindHandle = async (text) => {
    const found = await reached(text, await projects.findRow(workspace, text))
    return !found.ok && (await isName(text)) ? addressNotFound(workspace, text) : found
  }

  async function isName(text: string): Promise<boolean> {
    const project = await projects.namedRow(workspace, text)
    return project !== undefined && reach.includes(project.id)
  }

  const findExactly: FindProject = async (text) => {
    const found = await findRow(text)
    return found.ok ? projects.find(workspace, text) : found
  }

  return { find, findExactly, findRow }
}
