import { z } from 'zod'
import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import { ImageId, type ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Workspace, WorkspaceRow } from '../../access/workspaces/ports.ts'
import type { Notes } from '../../ports.ts'
import type { TaskRunner, TaskWork } from '../../tasks/ports.ts'
import type { StoredImage } from '../images/ports.ts'
import type { Tagging } from '../images/tagging.ts'
import type { ImageTagging, TaggingRepository } from './ports.ts'
import { isIdle, readTagging, type WantedTagging } from './rules.ts'

export type TaggingService = ReturnType<typeof taggingService>

interface Dependencies {
  readonly tagging: TaggingRepository
  readonly runner: TaskRunner
  readonly notes: Notes
}

/** A change with the name of the image that it is for. */
export interface TaggingUpdate extends WantedTagging {
  readonly image: string
}

/** Most images of one task. */
const MAX_UPDATES = 1000
/** Images that share a transaction of a task. */
const AT_ONCE = 100

const Texts = z.array(z.string()).readonly()
const StoredUpdate = z.object({
  image: z.string(),
  tagging: z.object({
    replaceTags: z.boolean(),
    addTags: Texts,
    removeTags: Texts,
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).readonly(),
    removeMetadata: Texts,
  }),
})
const Input = z.object({ workspace: z.number(), updates: z.array(StoredUpdate) })
type StoredUpdate = z.infer<typeof StoredUpdate>

/** Tags and metadata: of one image at once, of many as a task. */
export function taggingService({ tagging, runner, notes }: Dependencies) {
  const work: TaskWork = {
    kind: 'metadata',
    // Every change leads to the same tags however often it is made.
    afterCrash: 'resume',
    async run(input, { signal, report }) {
      const { workspace, updates } = Input.parse(input)
      const failedItems: { imageId: string; error: string }[] = []
      for (let from = 0; from < updates.length; from += AT_ONCE) {
        signal.throwIfAborted()
        const some = updates.slice(from, from + AT_ONCE)
        for (const item of await applyKnown(workspace, some)) failedItems.push(item)
        report({ current: from + some.length, total: updates.length })
      }
      return { succeeded: updates.length - failedItems.length, failed: failedItems.length, failedItems }
    },
  }

  /** Answers those that could not be changed. */
  async function applyKnown(workspace: WorkspaceRow, updates: readonly StoredUpdate[]) {
    const changes = updates.map(({ image, tagging: change }) => ({ image: brand<ImageId>(image), tagging: change }))
    const projects = await applyAll(workspace, changes)
    const missing = updates.filter((_update, index) => projects[index] === undefined)
    return missing.map(({ image }) => ({ imageId: image, error: sentenceOf(notFound(image).error) }))
  }

  async function applyAll(workspace: WorkspaceRow, changes: readonly ImageTagging[]) {
    const projects = await tagging.apply(workspace, changes)
    for (const project of new Set(projects.filter(isKnown))) notes.publish({ kind: 'images', project })
    return projects
  }

  /** Changes one image, in whichever project of the workspace it is. */
  async function edit(workspace: Workspace, image: string, wanted: WantedTagging): Promise<Result<undefined, Refusal>> {
    const change = readTagging(wanted)
    if (!change.ok) return change
    if (isIdle(change.value)) return nothingWanted()
    const known = ImageId.safeParse(image)
    const [project] = known.success
      ? await applyAll(workspace.row, [{ image: known.data, tagging: change.value }])
      : [undefined]
    return project === undefined ? notFound(image) : ok(undefined)
  }

  /** Changes the tags of an image that was just found; answers all that it has then. */
  async function tag(workspace: Workspace, { id }: StoredImage, change: Tagging): Promise<string[]> {
    await applyAll(workspace.row, [{ image: id, tagging: change }])
    return tagging.tags(id)
  }

  /** Starts changing many images. Every change is checked first; an image that is missing does not stop the others. */
  async function start(workspace: Workspace, updates: readonly TaggingUpdate[]): Promise<Result<TaskId, Refusal>> {
    const read = readUpdates(updates)
    if (!read.ok) return read
    const input = { workspace: workspace.row, updates: read.value }
    const title = message('title-tag-images', { count: updates.length })
    const task = { workspace: workspace.row, projectId: undefined, kind: 'metadata' as const, title, input }
    const taskId = await runner.create(task)
    runner.begin(taskId, 'metadata', input)
    return ok(taskId)
  }

  return { work, edit, tag, start }
}

function readUpdates(updates: readonly TaggingUpdate[]): Result<StoredUpdate[], Refusal> {
  if (updates.length === 0) return refuse('updates-empty')
  if (updates.length > MAX_UPDATES) {
    return refuse('too-many-updates', { count: updates.length, most: MAX_UPDATES })
  }
  const read: StoredUpdate[] = []
  for (const [index, { image, ...wanted }] of updates.entries()) {
    const tagging = readTagging(wanted)
    const change = tagging.ok && isIdle(tagging.value) ? nothingWanted() : tagging
    if (!change.ok) {
      return refuse('about-update', { index, image: shorten(image) }, change.error)
    }
    read.push({ image, tagging: change.value })
  }
  return ok(read)
}

function nothingWanted() {
  return refuse('metadata-change-missing')
}

function notFound(image: string) {
  return refuse('image-not-in-workspace', { image: shorten(image) })
}

function isKnown(project: ProjectSlug | undefined): project is ProjectSlug {
  return project !== undefined
}
