import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { Project } from '../../projects/ports.ts'
import { readSlug, slugOf } from '../../projects/rules.ts'
import type { ProjectService } from '../../projects/service.ts'
import type { Workspace } from '../../workspaces/ports.ts'

/** Finds a project by what a caller calls it. */
export type FindProject = (text: string) => Promise<Result<Project, Refusal>>

/** Clients that do not know a slug yet ask by the project's name. */
export function projectFinder(projects: ProjectService, workspace: Workspace): FindProject {
  return async (text) => {
    const found = await projects.find(workspace, text)
    if (found.ok || readSlug(text) !== undefined) return found
    const named = await projects.find(workspace, slugOf(text))
    return named.ok ? named : found
  }
}
