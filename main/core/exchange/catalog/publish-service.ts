import { z } from 'zod'
import { byNamesOnce } from '#common/annotation/named/attribute'
import type { LabelClass } from '#common/contract/projects'
import { type Refusal, refusal, refuse } from '#common/errors'
import { type ImageId, ProjectSlug, type TaskId, WorkspaceSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { Split } from '#common/split'
import type { Workspace } from '../../access/workspaces/ports.ts'
import { annotationsByNames } from '../../annotation/annotations/by-class-names.ts'
import type { AnnotationRepository } from '../../annotation/annotations/ports.ts'
import type { BlobStore, ImageRepository } from '../../dataset/images/ports.ts'
import type { Project, ProjectRepository } from '../../dataset/projects/ports.ts'
import type { SearchRepository } from '../../dataset/search/ports.ts'
import type { Notes } from '../../ports.ts'
import { inLanes } from '../../tasks/lanes.ts'
import { Refused, type TaskContext, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { PublishedClass, PublishedImage } from './ports.ts'
import type { CatalogPublisher, PublishedDraft } from './publish-ports.ts'
import { type LeftOut, toSaidFiles } from './take-over.ts'

export type PublishService = ReturnType<typeof publishService>

interface Dependencies {
  readonly publisher: CatalogPublisher
  readonly projects: ProjectRepository
  readonly images: ImageRepository
  readonly annotations: Pick<AnnotationRepository, 'open'>
  readonly search: Pick<SearchRepository, 'descriptorOf'>
  readonly blobs: Pick<BlobStore, 'pathOf' | 'check'>
  readonly runner: TaskRunner
  readonly notes: Notes
  /** Images copied at the same time. */
  readonly inFlight: number
}

const Input = z.object({
  workspace: z.object({ row: z.int(), slug: WorkspaceSlug, name: z.string() }),
  project: ProjectSlug,
  folder: z.string(),
})
type Input = z.infer<typeof Input>

/** As many damaged images are named. */
const MOST_NAMED = 1000

/** Writes projects of this library into catalog folders, from which other libraries copy them. */
export function publishService(dependencies: Dependencies) {
  const { publisher, projects, images, annotations, search, blobs, runner, notes, inFlight } = dependencies

  const work: TaskWork = {
    kind: 'publish',
    afterCrash: { abandon: message('publication-cut-off') },
    async run(raw, context) {
      const { workspace, project: slug, folder } = Input.parse(raw)
      const project = await projects.find(workspace, slug)
      if (project === undefined) throw new Refused(refusal('project-gone', { slug }))
      const draft = await publisher.begin(folder, context.taskId)
      const { count, leftOut } = await addImages(project, draft, context)
      const { name, type, license, annotationGroup } = project
      const classes = (await projects.classes(project.id)).map(toPublishedClass)
      const path = await draft.finish({ name, type, license, annotationGroup, classes }, slug)
      notes.publish({ kind: 'projects' })
      return { folder: path, images: count, project: slug, leftOut: toSaidFiles(leftOut) }
    },
    abandon: async (raw, taskId) => publisher.discard(Input.parse(raw).folder, taskId),
  }

  async function addImages(project: Project, draft: PublishedDraft, { signal, report }: TaskContext) {
    const ids = await images.ids({ projectId: project.id, filter: {}, sort: 'added' })
    const classes = await projects.classes(project.id)
    let [current, count] = [0, 0]
    const leftOut: LeftOut[] = []
    report({ current, total: ids.length })
    await inLanes(ids, inFlight, async (id) => {
      signal.throwIfAborted()
      const image = await imageOf(project, id, classes)
      if (image !== undefined && 'reason' in image) {
        if (leftOut.length < MOST_NAMED) leftOut.push(image)
      } else if (image) {
        await draft.add(image.image, { path: image.path, looks: await search.descriptorOf(id) })
        count += 1
      }
      report({ current: (current += 1), total: ids.length })
    })
    const [first] = leftOut
    if (first && count === 0) throw new Refused(message('publication-without-image', {}, first.reason))
    return { count, leftOut: leftOut.toSorted((a, b) => Number(a.path > b.path) - Number(a.path < b.path)) }
  }

  /** The image and its file; undefined when somebody deletes it meanwhile. A damaged one is left out by its name, so that no damage is passed on. */
  async function imageOf(
    project: Project,
    id: ImageId,
    classes: Awaited<ReturnType<ProjectRepository['classes']>>,
  ): Promise<{ image: PublishedImage; path: string } | LeftOut | undefined> {
    const [stored, details, opened] = await Promise.all([
      images.find(project.id, id),
      images.details(project.id, id),
      annotations.open(project.id, id),
    ])
    if (!stored || !details || !opened) return undefined
    if ((await blobs.check(stored.blob, stored.bytes)) !== 'sound')
      return { path: stored.name, reason: message('stored-file-lost', { image: stored.name }) }
    const { name, split, tags, metadata, width, height } = details
    const annotation = annotationsByNames(opened, classes)
    const file = `images/${id}.${stored.format === 'jpeg' ? 'jpg' : stored.format}`
    const image = { file, name, sha256: stored.blob, width, height, tags, metadata, objects: annotation }
    return { image: { ...image, split: Split.parse(split) }, path: blobs.pathOf(stored.blob) }
  }

  async function start(workspace: Workspace, project: Project, folder: string): Promise<Result<TaskId, Refusal>> {
    if (!publisher.folders.includes(folder)) {
      return refuse('catalog-folder-not-configured', { folder, flag: folder })
    }
    const { row, slug, name } = workspace
    const input: Input = { workspace: { row, slug, name }, project: project.slug, folder }
    const title = message('title-publish-project', { name: project.name })
    const task = { workspace: row, projectId: project.id, kind: 'publish' as const, title, input }
    const taskId = await runner.create(task)
    runner.begin(taskId, 'publish', input)
    return ok(taskId)
  }

  return { work, start, folders: publisher.folders }
}

function toPublishedClass({ name, color, skeleton, attributes = [] }: LabelClass): PublishedClass {
  const asked = attributes.length > 0 && { attributes: byNamesOnce(attributes) }
  return { name, color, ...(skeleton && { skeleton }), ...asked }
}
