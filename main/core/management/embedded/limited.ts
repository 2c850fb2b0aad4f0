import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import { ImageId, type ProjectId } from '#common/ids'
import type { CatalogueCode } from '#common/messages/catalogue'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { folderNotFound } from '../../access/folders/service.ts'
import type { Workspace } from '../../access/workspaces/ports.ts'
import { exportNotFound } from '../../exchange/exports/search/service.ts'
import type { FolderOperations } from '../folders.ts'
import type { ImageOperations } from '../images.ts'
import type { KeyOperations } from '../keys.ts'
import type { Management } from '../ports.ts'
import type { ManagedServices } from '../services.ts'
import type { TrashOperations } from '../trash.ts'
import type { WorkflowOperations } from '../workflows.ts'
import type { Reach } from './reach.ts'

interface Limits {
  readonly workspace: Workspace
  readonly reach: Reach
}

/**
 * The operations for a key that is limited to folders. What names a project is bounded already, where projects are found; here is what
 * goes by other names, and what concerns the whole workspace. Everything is listed, so that an operation that is new must be judged.
 */
export function limitedManagement(all: Management, services: ManagedServices, limits: Limits): Management {
  const { search, zipUploads, catalog } = all
  const mayKnow = taskJudge(services, limits)
  return {
    ...passed(all),
    createProject: barred('folder-key-cannot-create-projects'),
    task: async (id) => ((await mayKnow(id)) ? all.task(id) : taskNotFound(id)),
    keys: { ...NO_KEYS, publishable: all.keys.publishable },
    workflows: NO_WORKFLOWS,
    images: limitedImages(all.images, services, limits),
    folders: limitedFolders(all.folders, limits),
    trash: limitedTrash(all.trash, limits),
    // Projects in the catalog are shown to everybody.
    catalog: { ...catalog, fork: barred('folder-key-cannot-copy-projects') },
    search: {
      project: search.project,
      workspace: search.workspace,
      startExport: search.startExport,
      readExport: async (id) => ((await mayKnow(id)) ? search.readExport(id) : exportNotFound(id)),
    },
    zipUploads: {
      start: zipUploads.start,
      send: zipUploads.send,
      task: async (id) => ((await mayKnow(id)) ? zipUploads.task(id) : taskNotFound(id)),
    },
  }
}

/** Operations that are bounded already: they name a project, lead by a private link, or ask for their reach by themselves. */
function passed(all: Management) {
  const { identify, workspace, project, upload, annotate, image, generate, version } = all
  const { rebalance, download, jobs, health, models, proposals } = all
  const named = { identify, workspace, project, upload, annotate, image, generate, version }
  return { ...named, export: all.export, rebalance, download, jobs, health, models, proposals }
}

type Barred = Extract<CatalogueCode, `folder-key-cannot-${string}`>

/** Refuses what concerns the whole workspace. */
function barred(code: Barred): () => Promise<Result<never, Refusal>> {
  return async () => refuse(code)
}

const NO_KEYS: Omit<KeyOperations, 'publishable'> = {
  list: barred('folder-key-cannot-list-keys'),
  read: barred('folder-key-cannot-read-keys'),
  create: barred('folder-key-cannot-create-keys'),
  change: barred('folder-key-cannot-change-keys'),
  revoke: barred('folder-key-cannot-revoke-keys'),
}

const NO_WORKFLOWS: WorkflowOperations = {
  list: barred('folder-key-cannot-list-workflows'),
  read: barred('folder-key-cannot-read-workflows'),
  versions: barred('folder-key-cannot-read-workflows'),
  create: barred('folder-key-cannot-create-workflows'),
  update: barred('folder-key-cannot-change-workflows'),
  fork: barred('folder-key-cannot-fork-workflows'),
  token: barred('folder-key-cannot-create-tokens'),
}

/** Whether a task works on reachable projects alone. */
function taskJudge({ tasks, searchExports }: ManagedServices, { workspace, reach }: Limits) {
  return async (id: string): Promise<boolean> => {
    const task = await tasks.read(workspace, id)
    if (!task.ok) return false
    const { project } = task.value
    if (project !== null) return (await reach.list()).some(({ slug }) => slug === project)
    const holding = await searchExports.projectsOf(id)
    for (const each of holding) if (!(await reach.includes(each))) return false
    return holding.length > 0
  }
}

function limitedImages(all: ImageOperations, { images }: ManagedServices, { reach }: Limits): ImageOperations {
  async function isReached(text: string): Promise<boolean> {
    const id = ImageId.safeParse(text)
    const found = id.success ? await images.findAnywhere(id.data) : undefined
    return found !== undefined && reach.includes(found.projectId)
  }

  return {
    uploadFrom: all.uploadFrom,
    editTags: all.editTags,
    trash: all.trash,
    async edit(image, wanted) {
      if (await isReached(image)) return all.edit(image, wanted)
      return refuse('image-not-in-workspace', { image: shorten(image) })
    },
    editMany: barred('folder-key-cannot-change-images-at-once'),
    async purge(asked) {
      const wanted = [...new Set(asked)]
      const reached = []
      for (const image of wanted) if (await isReached(image)) reached.push(image)
      const purged = await all.purge(reached)
      return purged.ok ? ok({ ...purged.value, skipped: wanted.length - purged.value.deleted }) : purged
    },
  }
}

function limitedFolders(all: FolderOperations, { workspace, reach }: Limits): FolderOperations {
  /** A folder as it looks from within: what lies above the key's own folders is not told. */
  async function within<Folder extends { readonly parentId: string | undefined }>(folder: Folder): Promise<Folder> {
    const { parentId } = folder
    const isKnown = parentId === undefined || (await reach.includesFolder(parentId))
    return isKnown ? folder : { ...folder, parentId: undefined }
  }

  return {
    async list() {
      const listed = await all.list()
      if (!listed.ok) return listed
      const reached = []
      for (const folder of listed.value) if (await reach.includesFolder(folder.id)) reached.push(await within(folder))
      return ok(reached)
    },
    async read(id) {
      const folder = await all.read(id)
      if (!folder.ok) return folder
      return (await reach.includesFolder(folder.value.id))
        ? ok(await within(folder.value))
        : folderNotFound(workspace, id)
    },
    create: barred('folder-key-cannot-create-folders'),
    change: barred('folder-key-cannot-change-folders'),
    remove: barred('folder-key-cannot-delete-folders'),
    addProjects: barred('folder-key-cannot-move-projects'),
    removeProjects: barred('folder-key-cannot-move-projects'),
  }
}

function limitedTrash(all: TrashOperations, { reach }: Limits): TrashOperations {
  const includes = (id: string) => reach.includes(brand<ProjectId>(id))
  return {
    moveProject: all.moveProject,
    moveVersion: all.moveVersion,
    moveWorkflow: barred('folder-key-cannot-delete-workflows'),
    async list() {
      const listed = await all.list()
      if (!listed.ok) return listed
      const reached = []
      for (const item of listed.value) {
        const project = item.type === 'project' ? item.id : item.parent?.id
        if (project !== undefined && (await includes(project))) reached.push(item)
      }
      return ok(reached)
    },
    async restore(wanted) {
      const { type, id, parentId } = wanted
      if (type === 'workflow') return barred('folder-key-cannot-restore-workflows')()
      if (type === 'model') return barred('folder-key-cannot-restore-models')()
      const project = type === 'version' ? parentId : id
      if (project === undefined || (await includes(project))) return all.restore(wanted)
      return refuse('item-not-in-trash', { type, id: shorten(id) })
    },
  }
}

function taskNotFound(id: string) {
  return refuse('task-unknown', { task: id })
}
