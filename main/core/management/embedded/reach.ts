import { ImageId, type ProjectId } from '#common/ids'
import type { FolderReach } from '../../access/folders/ports.ts'
import type { Grantor } from '../../access/keys/service.ts'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { StoredImage } from '../../dataset/images/ports.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Project, ProjectHandle } from '../../dataset/projects/ports.ts'
import type { ManagedServices } from '../services.ts'

/** Which projects there are for whoever asks. Asked again each time: projects move between folders. */
export interface Reach {
  /** All but those in the trash. */
  list(): Promise<Project[]>
  /** Damaged ones, which `list` leaves out. */
  damaged(): Promise<ProjectHandle[]>
  /** Whether it reaches the project, in the trash too. */
  includes(project: ProjectId): Promise<boolean>
  includesFolder(folder: string): Promise<boolean>
}

/** The whole workspace, or what lies in the folders of `by` and below them. */
export function reachOf(
  { projects, folders }: Pick<ManagedServices, 'projects' | 'folders'>,
  workspace: Workspace,
  { folderIds }: Pick<Grantor, 'folderIds'>,
): Reach {
  if (folderIds === null) {
    return {
      list: () => projects.list(workspace),
      damaged: () => projects.damaged(workspace),
      includes: async () => true,
      includesFolder: async () => true,
    }
  }
  const within = (): Promise<FolderReach> => folders.reach(workspace, folderIds)
  return {
    async list() {
      const reached = await within()
      return (await projects.list(workspace)).filter(({ id }) => reached.projects.has(id))
    },
    async damaged() {
      const reached = await within()
      return (await projects.damaged(workspace)).filter(({ id }) => reached.projects.has(id))
    },
    includes: async (project) => (await within()).projects.has(project),
    includesFolder: async (folder) => (await within()).folders.has(folder),
  }
}

/** An image of a project that is reached, by its identifier alone; what lies in the trash is not there. */
export async function reachedImage(
  images: Pick<ImageService, 'findLive'>,
  reach: Reach,
  text: string,
): Promise<StoredImage | undefined> {
  const id = ImageId.safeParse(text)
  const image = id.success ? await images.findLive(id.data) : undefined
  if (image === undefined) return undefined
  return (await reach.list()).some((project) => project.id === image.projectId) ? image : undefined
}
