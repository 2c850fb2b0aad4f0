import { ok } from '#common/result'
import { readTagging, readTagSet } from '../../tagging/rules.ts'
import type { Workspace } from '../../workspaces/ports.ts'
import type { ImageOperations, TagEdit } from '../images.ts'
import type { ManagedServices } from '../services.ts'
import type { FindProject } from './find-project.ts'

export function embeddedImages(
  { images, tagging }: ManagedServices,
  workspace: Workspace,
  find: FindProject,
): ImageOperations {
  return {
    async editTags(text, image, edit) {
      const project = await find(text)
      if (!project.ok) return project
      const found = await images.find(project.value, image)
      if (!found.ok) return found
      const change = readEdit(edit)
      return change.ok ? ok(await tagging.tag(workspace, found.value, change.value)) : change
    },
    edit: (image, wanted) => tagging.edit(workspace, image, wanted),
    editMany: (updates) => tagging.start(workspace, updates),
    async trash(text, ids) {
      const project = await find(text)
      return project.ok ? images.trashAll(project.value, [...new Set(ids)]) : project
    },
    async purge(ids) {
      const asked = [...new Set(ids)]
      const deleted = await images.purge(workspace, asked)
      return ok({ deleted, skipped: asked.length - deleted })
    },
  }
}

function readEdit({ operation, tags }: TagEdit) {
  if (operation === 'set') return readTagSet(tags)
  return readTagging(operation === 'add' ? { addTags: tags } : { removeTags: tags })
}
