import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { ManagedServices } from '../services.ts'
import type { ZipUploadOperations } from '../zip-uploads.ts'
import type { FindProject } from './find-project.ts'
import { toManagedTask } from './managed-task.ts'
import { readParticulars } from './particulars.ts'

/** The batch of archives that come without one. */
const DEFAULT_BATCH = 'Uploaded archives'

export function embeddedZipUploads(
  { zipUploads, images, tasks }: Pick<ManagedServices, 'zipUploads' | 'images' | 'tasks'>,
  workspace: Workspace,
  find: FindProject,
): ZipUploadOperations {
  return {
    async start(text, { split, tags = [], batchName = '' }) {
      const project = await find(text)
      if (!project.ok) return project
      const batch = batchName.trim() || DEFAULT_BATCH
      const known = readParticulars({ name: 'archive', split, tags, batch }, (name) =>
        images.batch(project.value, name),
      )
      if (!known.ok) return known
      const wish = { split: known.value.split, tags, batch }
      const task = await zipUploads.start(workspace, project.value, wish)
      return task.ok ? ok({ taskId: task.value, upload: task.value }) : task
    },
    send: (upload, archive) => zipUploads.receive(upload, archive),
    async task(id) {
      const task = await tasks.read(workspace, id)
      if (!task.ok) return task
      if (task.value.kind !== 'zip') return refuse('task-not-zip-upload', { task: id })
      return ok(toManagedTask(task.value))
    },
  }
}
