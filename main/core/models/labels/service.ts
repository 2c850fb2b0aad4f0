import { z } from 'zod'
import type { Said } from '#common/contract/kit'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import { type ClassId, ImageId, ProjectSlug, type TaskId } from '#common/ids'
import { placesObjects } from '#common/inference/acts'
import { message } from '#common/messages/message'
import { reasonOf, said } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import type { Workspace, WorkspaceRepository } from '../../access/workspaces/ports.ts'
import { fitToType } from '../../annotation/annotations/project-types.ts'
import type { AnnotationService } from '../../annotation/annotations/service.ts'
import type { ProposalService } from '../../annotation/proposals/service.ts'
import type { BlobStore } from '../../dataset/images/ports.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Project, ProjectRepository } from '../../dataset/projects/ports.ts'
import { inLanes } from '../../tasks/lanes.ts'
import { Refused, type TaskContext, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { PredictOptions } from '../inference/operations.ts'
import type { InstalledModel, ModelRuntime, ModelShelf } from '../inference/ports.ts'
import { freshObjects } from './fresh.ts'
import { labelOf } from './read-prediction.ts'

export type ModelLabelService = ReturnType<typeof modelLabelService>

interface Dependencies {
  readonly shelf: ModelShelf
  readonly runtime: ModelRuntime
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly proposals: ProposalService
  readonly projects: Pick<ProjectRepository, 'find' | 'classes'>
  readonly workspaces: Pick<WorkspaceRepository, 'first'>
  readonly blobs: Pick<BlobStore, 'pathOf'>
  readonly runner: TaskRunner
  /** Images that are with the model at the same time. */
  readonly inFlight: number
}

/** A person's request to annotate images with a model. */
export const ModelLabelling = z.object({
  model: z.string(),
  images: z.array(ImageId).min(1, 'schema-no-image').max(1_000_000),
  /** Least confidence; the model's own when absent. */
  confidence: z.number().min(0).max(1).optional(),
  /** Something found that overlaps a label of its class by more is that label, and is not proposed. */
  iouThreshold: z.number().min(0).max(1).default(0.6),
})
export type ModelLabelling = z.infer<typeof ModelLabelling>

const Input = z.object({ project: ProjectSlug, wish: ModelLabelling })

/** Projects whose labels lie somewhere in the image. */
const PLACED_TYPES: readonly ProjectType[] = [
  'object-detection',
  'instance-segmentation',
  'semantic-segmentation',
  'keypoint-detection',
]
/** An image that a model cannot read does not stop the others; so many of them are named. */
const MOST_NAMED = 100

/** Labels images with a model: what it finds waits on the images as proposals, and is no label before a person accepts it. */
export function modelLabelService(dependencies: Dependencies) {
  const { shelf, projects, workspaces, runner } = dependencies

  const work: TaskWork = {
    kind: 'model-labels',
    // Former predictions of the same model are replaced, so doing an image twice leaves the same.
    afterCrash: 'resume',
    async run(input, context) {
      const { project: slug, wish } = Input.parse(input)
      const workspace = await workspaces.first()
      const project = workspace && (await projects.find(workspace, slug))
      if (project === undefined) throw new Refused(message('task-project-gone'))
      const model = await shelf.find(wish.model)
      if (model === undefined) throw new Refused(message('labelling-model-gone', { model: wish.model }))
      return labelAll(dependencies, { project, model, wish }, context)
    },
  }

  /** Checks the wish and starts the task. */
  async function start(workspace: Workspace, project: Project, wish: ModelLabelling): Promise<Result<TaskId, Refusal>> {
    const model = await shelf.find(wish.model)
    if (model === undefined) return refuse('model-not-installed-here', { model: wish.model })
    if (!placesObjects(model.manifest)) {
      const { id, task } = model.manifest
      return refuse('model-does-not-place', { id, task })
    }
    if (!PLACED_TYPES.includes(project.type)) {
      return refuse('model-needs-places', { project: project.name })
    }
    const title = message('title-label-images', { count: wish.images.length, model: model.manifest.name })
    const input = { project: project.slug, wish }
    const task = { workspace: workspace.row, projectId: project.id, kind: 'model-labels' as const, title, input }
    const taskId = await runner.create(task)
    runner.begin(taskId, 'model-labels', input)
    return ok(taskId)
  }

  return { work, start }
}

interface Labelling {
  readonly project: Project
  readonly model: InstalledModel
  readonly wish: ModelLabelling
}

async function labelAll(dependencies: Dependencies, labelling: Labelling, { signal, report }: TaskContext) {
  const { images } = labelling.wish
  const classes = await dependencies.projects.classes(labelling.project.id)
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  const failedItems: { imageId: string; error: Said }[] = []
  let [proposed, done, failed] = [0, 0, 0]
  await inLanes(images, dependencies.inFlight, async (image) => {
    signal.throwIfAborted()
    const answer = await labelOne(dependencies, { ...labelling, image, names }, signal)
    if (answer.ok) proposed += answer.value
    else if (isOfModel(answer.error)) throw new Refused(answer.error)
    else {
      failed += 1
      if (failedItems.length < MOST_NAMED) failedItems.push({ imageId: image, error: said(answer.error) })
    }
    done += 1
    report({ current: done, total: images.length })
  })
  return { project: labelling.project.slug, proposed, succeeded: images.length - failed, failed, failedItems }
}

/** A broken model or a host that does not come up would fail every image alike. */
function isOfModel(refusal: Refusal): boolean {
  return ['model-broken', 'model-cannot', 'inference-stopped'].includes(reasonOf(refusal))
}

interface OneImage extends Labelling {
  readonly image: ImageId
  readonly names: ReadonlyMap<ClassId, string>
}

/** Answers how many objects were proposed. */
async function labelOne(
  { images, annotations, proposals, runtime, blobs }: Dependencies,
  { project, model, wish, image, names }: OneImage,
  signal: AbortSignal,
): Promise<Result<number, Refusal>> {
  const [found, opened] = [await images.find(project, image), await annotations.open(project, image)]
  if (!found.ok) return found
  if (!opened.ok) return opened
  const path = blobs.pathOf(found.value.blob)
  const input = { images: [{ kind: 'file' as const, path }], options: optionsFor(wish) }
  const answer = await runAgain(() => runtime.run({ model, operation: 'predict', input }, signal))
  if (!answer.ok) return answer
  const prediction = answer.value.output[0]?.prediction
  const seen = prediction?.kind === 'objects' ? prediction.objects.map(labelOf) : []
  const known = opened.value.shapes.map((shape) => ({ className: names.get(shape.classId) ?? '', shape }))
  const fitting = fitToType(freshObjects(seen, known, wish.iouThreshold), project.type)
  if (!fitting.ok) return fitting
  const offered = await proposals.offer(project, image, {
    objects: fitting.value,
    source: model.manifest.id,
    overwrite: false,
  })
  return offered.ok ? ok(fitting.value.length) : offered
}

/** The process of the models may end for a reason that has nothing to do with this image; once more is tried. */
async function runAgain<Value>(run: () => Promise<Result<Value, Refusal>>): Promise<Result<Value, Refusal>> {
  const answer = await run()
  return !answer.ok && reasonOf(answer.error) === 'inference-stopped' ? run() : answer
}

/** Masks as outlines in the image's own pixels. */
function optionsFor({
  confidence = 'default',
}: {
  readonly confidence?: PredictOptions['confidence'] | undefined
}): PredictOptions {
  return {
    confidence,
    iouThreshold: 0.5,
    classAgnostic: false,
    maxDetections: 300,
    maxCandidates: 3000,
    keypointConfidence: 0,
    maskDecoding: { mode: 'accurate', tradeoff: 0 },
    maskFormat: 'polygon',
    skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false },
  }
}
