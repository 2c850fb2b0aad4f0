import { brand } from '#common/border'
import { MAX_VIEW_NAME, type SavedView, type ViewedImages } from '#common/contract/browse/saved-views'
import { type Refusal, refuse } from '#common/errors'
import type { SavedViewId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { isPlainName, shorten } from '#common/text'
import type { Notes, Random } from '../../ports.ts'
import type { Project } from '../projects/ports.ts'
import type { SavedViewRepository } from './ports.ts'

export type SavedViewService = ReturnType<typeof savedViewService>

interface Dependencies {
  readonly savedViews: SavedViewRepository
  readonly random: Random
  readonly notes: Notes
}

/** Named queries of a project, the same in every window. */
export function savedViewService({ savedViews, random, notes }: Dependencies) {
  async function find(project: Project, id: SavedViewId): Promise<Result<SavedView, Refusal>> {
    const view = await savedViews.find(project.id, id)
    return view ? ok(view) : refuse('view-gone', { project: project.name })
  }

  async function save(project: Project, text: string, shows: ViewedImages): Promise<Result<SavedView, Refusal>> {
    const name = readName(text)
    if (!name.ok) return name
    const view = { id: brand<SavedViewId>(random.id()), name: name.value, shows }
    return (await savedViews.add(project.id, view)) ? told(project, view) : nameTaken(name.value)
  }

  async function rename(project: Project, id: SavedViewId, text: string): Promise<Result<SavedView, Refusal>> {
    const name = readName(text)
    if (!name.ok) return name
    const view = await find(project, id)
    if (!view.ok) return view
    const isRenamed = await savedViews.rename(id, name.value)
    return isRenamed ? told(project, { ...view.value, name: name.value }) : nameTaken(name.value)
  }

  async function remove(project: Project, id: SavedViewId): Promise<Result<SavedView, Refusal>> {
    const view = await find(project, id)
    if (!view.ok) return view
    await savedViews.remove(id)
    return told(project, view.value)
  }

  function told(project: Project, view: SavedView): Result<SavedView, Refusal> {
    notes.publish({ kind: 'views', project: project.slug })
    return ok(view)
  }

  return { list: (project: Project) => savedViews.list(project.id), save, rename, remove }
}

function readName(text: string): Result<string, Refusal> {
  const name = text.trim()
  if (name === '') return refuse('view-name-missing')
  if (!isPlainName(name)) return refuse('view-name-not-plain')
  if (name.length <= MAX_VIEW_NAME) return ok(name)
  return refuse('view-name-too-long', { name: shorten(name, 40), most: MAX_VIEW_NAME })
}

function nameTaken(name: string) {
  return refuse('view-name-taken', { name })
}
