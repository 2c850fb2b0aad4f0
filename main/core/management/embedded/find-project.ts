import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { Project } from '../../projects/ports.ts'
import { readSlug, slugOf } from '../../projects/rules.ts'
import { type ProjectService, projectNotFound } from '../../projects/service.ts'
import type { Workspace } from '../../workspaces/ports.ts'
import type { Reach } from './reach.ts'

/** Finds a project by what a caller calls it. */
export type FindProject = (text: string) => Promise<Result<Project, Refusal>>

/**
 * Clients that do not know a slug yet ask by the project's name. What a caller cannot reach is not there for it: every operation that
 * names a project finds it here.
 */
export function projectFinder(projects: ProjectService, workspace: Workspace, reach: Reach): FindProject {
  async function named(text: string): Promise<Result<Project, Refusal>> {
    const found = await projects.find(workspace, text)
    if (found.ok || readSlug(text) !== undefined) return found
    const called = await projects.find(workspace, slugOf(text))
    return called.ok ? called : found
  }

  return async (text) => {
    const found = await named(text)
    if (!found.ok || (await reach.includes(found.value.id))) return found
    return projectNotFound(workspace, text)
  }
}
