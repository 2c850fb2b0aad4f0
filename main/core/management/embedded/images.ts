import { err, ok } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import { FetchBrokenError } from '../../dataset/images/fetch-ports.ts'
import { nameInUrl } from '../../dataset/images/rules.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { readTagging, readTagSet } from '../../dataset/tagging/rules.ts'
import type { ImageAbout, ImageOperations, TagEdit } from '../images.ts'
import type { ManagedServices } from '../services.ts'
import type { ProjectFinder } from './find-project.ts'
import { named, readParticulars } from './particulars.ts'

export function embeddedImages(
  { images, tagging, fetcher }: Pick<ManagedServices, 'images' | 'tagging' | 'fetcher'>,
  workspace: Workspace,
  { find, findExactly }: ProjectFinder,
): ImageOperations {
  async function takeFrom(project: Project, url: string, about: ImageAbout) {
    const name = about.name || nameInUrl(url)
    const known = readParticulars({ ...about, name }, (batch) => images.batch(project, batch))
    if (!known.ok) return known
    const bytes = await fetcher.open(url)
    if (!bytes.ok) return bytes
    const particulars = { ...known.value, origin: { ...known.value.origin, sourceUrl: url } }
    const added = await images.addStreamed(project, { bytes: bytes.value, about: () => ok(particulars) })
    return added.ok ? added : err(named(name, added.error))
  }

  return {
    async uploadFrom(text, url, about) {
      const project = await find(text)
      if (!project.ok) return project
      try {
        return await takeFrom(project.value, url, about)
      } catch (failure) {
        if (failure instanceof FetchBrokenError) return err(failure.refusal)
        throw failure
      }
    },
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
      const project = await findExactly(text)
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
