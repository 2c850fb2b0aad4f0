import { z } from 'zod'
import { brand } from '#common/border'
import { type Refusal, refusalKind, refuse } from '#common/errors'
import { ImageId, type ProjectId, ProjectSlug, type TaskId } from '#common/ids'
import type { ModelTask } from '#common/inference/manifest'
import { err, ok, type Result } from '#common/result'
import { fitToType } from '../annotations/project-types.ts'
import type { AnnotationService } from '../annotations/service.ts'
import type { BlobStore } from '../images/ports.ts'
import type { ImageService } from '../images/service.ts'
import type { PredictOptions } from '../inference/operations.ts'
import type { InstalledModel, ModelRuntime, ModelShelf } from '../inference/ports.ts'
import type { Project, ProjectRepository } from '../projects/ports.ts'
import type { ProposalService } from '../proposals/service.ts'
import { inLanes } from '../tasks/lanes.ts'
import { Refused, type TaskContext, type TaskRunner, type TaskWork } from '../tasks/ports.ts'
import type { Workspace } from '../workspaces/ports.ts'
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
  readonly blobs: Pick<BlobStore, 'pathOf'>
  readonly runner: TaskRunner
  /** Pictures that are with the model at the same time. */
  readonly inFlight: number
}

/** What a person asks for when pictures are to be labelled with a model. */
export const ModelLabelling = z.object({
  model: z.string(),
  images: z.array(ImageId).min(1, 'Choose at least one picture').max(1_000_000),
  /** Least confidence; the model's own when absent. */
  confidence: z.number().min(0).max(1).optional(),
  /** Something found that overlaps a label of its class by more is that label, and is not proposed. */
  iouThreshold: z.number().min(0).max(1).default(0.6),
})
export type ModelLabelling = z.infer<typeof ModelLabelling>

const Input = z.object({ workspace: z.number(), project: ProjectSlug, wish: ModelLabelling })

/** Models that say where things are; only places become proposals. */
const PLACING: readonly ModelTask[] = ['object-detection', 'instance-segmentation', 'keypoint-detection']
/** A picture that a model cannot read does not stop the others; so many of them are named. */
const MOST_NAMED = 100
