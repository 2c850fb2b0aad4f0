import { z } from 'zod'
import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import { type ProjectId, type ProjectSlug, type TaskId, WorkspaceSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Workspace } from '../../access/workspaces/ports.ts'
import { refusedOutcome } from '../../dataset/images/outcome.ts'
import type { BlobStore } from '../../dataset/images/ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Clock, Notes } from '../../ports.ts'
import { Refused, type TaskContext, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import { type CatalogRepository, type CopiedImage, FOLDERS_WORKSPACE, type PublishedProject } from './ports.ts'
import type { SourceAddress } from './rules.ts'
import { leftOutOf, type TakeOverSources, takeOver, toSaidFiles } from './take-over.ts'

export type CopyService = ReturnType<typeof copyService>

interface Dependencies extends TakeOverSources {
  readonly catalog: CatalogRepository
  readonly blobs: Pick<BlobStore, 'check'>
  readonly runner: TaskRunner
  readonly clock: Clock
  readonly notes: Notes
}

const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), id: z.string() }),
  /** In a catalog folder. */
  z.object({ kind: z.literal('published'), project: z.string() }),
])
type Source = z.infer<typeof Source>

const Input = z.object({
  workspace: z.object({ row: z.int(), slug: WorkspaceSlug, name: z.string() }),
  /** Drawn when the task is made, so that a run after a crash finds what the first one made. */
  target: z.string(),
  source: Source,
})
type Input = z.infer<typeof Input>

/** Fields that a copy takes from its source as they are. */
type Model = Pick<Project, 'name' | 'type' | 'annotationGroup' | 'license'>

/**
 * Copies projects into a workspace: public ones of this library, its own, and those of catalog folders. The copy is shown when
 * all of it is there, not before.
 */
export function copyService(dependencies: Dependencies) {
  const { catalog, folders, copies, imports, blobs, runner, clock, random, notes } = dependencies

  const work: TaskWork = {
    kind: 'fork',
    afterCrash: 'resume',
    isAllOrNothing: true,
    async run(raw, context) {
      const input = Input.parse(raw)
      const target = brand<ProjectId>(input.target)
      const there = await copies.target(target)
      if (there?.isWhole !== true) await copyAll(input, context)
      const made = await copies.target(target)
      if (made === undefined) throw new Refused(message('copy-deleted'))
      const { slug, name } = made.project
      const [images, leftOut] = [await copies.count(target), toSaidFiles(await leftOutOf(imports, context.taskId))]
      return { forked: true, id: `${input.workspace.slug}/${slug}`, project: slug, name, images, leftOut }
    },
    abandon: async (raw) => copies.giveUp(brand<ProjectId>(Input.parse(raw).target)),
  }

  async function copyAll(input: Input, context: TaskContext): Promise<void> {
    const { source } = input
    const target = brand<ProjectId>(input.target)
    const model = await modelOf(source)
    const into: Project = {
      ...toModel(model),
      id: target,
      workspace: input.workspace.row,
      slug: brand<ProjectSlug>(`~${target}`),
      isPublic: false,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }
    await copies.begin(into)
    if (source.kind === 'project') await copyImages(brand<ProjectId>(source.id), target, context)
    else await takeOver(dependencies, { from: source.project, name: model.name, into }, context)
    context.signal.throwIfAborted()
    await copies.show(target, clock.now())
    notes.publish({ kind: 'projects' })
  }

  async function modelOf(source: Source): Promise<Model> {
    const found =
      source.kind === 'project' ? await copies.source(brand<ProjectId>(source.id)) : await folders.find(source.project)
    if (found === undefined) throw new Refused(message('copied-project-gone'))
    return found
  }

  async function copyImages(from: ProjectId, to: ProjectId, { taskId, signal, report }: TaskContext): Promise<void> {
    const total = await copies.count(from)
    let current = 0
    report({ current, total })
    for (let after = 0; ; ) {
      const images = await copies.next(from, after)
      const last = images.at(-1)
      if (last === undefined) break
      const sound = await soundOf(images, { taskId, signal, report })
      for (let done = 0; done < sound.length; ) {
        signal.throwIfAborted()
        done += await copies.copySome(from, to, sound.slice(done))
        report({ current: current + done, total: Math.max(current + done, total) })
      }
      after = last.seq
      current += images.length
      report({ current, total: Math.max(current, total) })
    }
    // A project without images has classes too.
    await copies.copySome(from, to, [])
  }

  /** The images whose stored files are undamaged. The others are left out by their names: a copy must not pass damage on. */
  async function soundOf(images: readonly CopiedImage[], { taskId, signal }: TaskContext) {
    const sound: CopiedImage['seq'][] = []
    const seen = await imports.paths(taskId)
    for (const { seq, name, blob, bytes } of images) {
      signal.throwIfAborted()
      if ((await blobs.check(blob, bytes)) === 'sound') sound.push(seq)
      else if (!seen.has(name)) {
        await imports.record(taskId, refusedOutcome(name, message('stored-file-lost', { image: name })))
      }
    }
    return sound
  }

  /** A project that whoever works in the workspace may copy. */
  async function find(
    workspace: Workspace,
    { workspace: named, project }: SourceAddress,
  ): Promise<Result<{ source: Source; name: string }, Refusal>> {
    const own = await catalog.find(named ?? workspace.slug, project)
    if (own && (own.isPublic || own.workspace === workspace.row)) return ok(toSource(own))
    const published = (named ?? FOLDERS_WORKSPACE) === FOLDERS_WORKSPACE ? await folders.find(project) : undefined
    if (published) return ok(toPublishedSource(published))
    const address = shorten(named === undefined ? project : `${named}/${project}`)
    return refuse('project-not-in-catalog-or-workspace', { address, workspace: workspace.name })
  }

  /** The task that makes the copy; a project that is neither public nor of the workspace is not found. */
  async function start(workspace: Workspace, address: SourceAddress): Promise<Result<TaskId, Refusal>> {
    const found = await find(workspace, address)
    if (!found.ok) return found
    const { row, slug, name } = workspace
    const input: Input = { workspace: { row, slug, name }, target: random.id(), source: found.value.source }
    const title = message('title-copy-project', { name: found.value.name })
    const taskId = await runner.create({ workspace: row, projectId: undefined, kind: 'fork', title, input })
    runner.begin(taskId, 'fork', input)
    return ok(taskId)
  }

  return { work, start }
}

function toModel({ name, type, annotationGroup, license }: Model): Model {
  return { name, type, annotationGroup, license }
}

function toSource({ id, name }: Project): { source: Source; name: string } {
  return { source: { kind: 'project', id }, name }
}

function toPublishedSource({ project, name }: PublishedProject): { source: Source; name: string } {
  return { source: { kind: 'published', project }, name }
}
