import { CLASS_COLORS } from '#common/annotation/class-colors'
import { type Proposal, proposedShape } from '#common/annotation/proposal'
import type { OpenedAnnotations } from '#common/contract/annotations'
import type { ImageDetails } from '#common/contract/images'
import type { LabelClass } from '#common/contract/projects'
import { toStoredSettings } from '#common/versions/settings'
import type { Workspace } from '../../access/workspaces/ports.ts'
import { annotationsByNames, toPlaced } from '../../annotation/annotations/by-class-names.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Version } from '../../versions/model.ts'
import type { ManagedImage, ManagedPrediction, ManagedProject, ManagedVersion, WorkspaceHead } from '../model.ts'
import type { ManagedServices } from '../services.ts'

/** The library's projects, versions and images as the management API shows them. */
export function managementViews({ projects, versions, exports, tasks }: ManagedServices, workspace: Workspace) {
  const { slug, name } = workspace
  const head: WorkspaceHead = { slug, name, members: 1 }

  async function project(of: Project): Promise<ManagedProject> {
    const [summary, classes] = await Promise.all([projects.summary(of), projects.classes(of)])
    return {
      slug: of.slug,
      name: of.name,
      type: of.type,
      isPublic: of.isPublic,
      createdAt: of.createdAt,
      updatedAt: of.updatedAt,
      images: summary.images,
      unannotated: summary.unlabelled,
      annotationGroup: of.annotationGroup,
      splits: summary.splits,
      classes: classes.map(toClass),
      versions: summary.versions,
    }
  }

  async function version(of: Project, version: Version): Promise<ManagedVersion> {
    const isGenerating = version.state === 'generating'
    const { images, splits } = await versions.counts(version)
    const formats = isGenerating ? [] : await exports.formats(of, version)
    return {
      number: version.number,
      name: version.name,
      createdAt: version.createdAt,
      images,
      splits,
      ...toStoredSettings(version.settings),
      seed: version.seed,
      ...(version.manifest !== undefined && { manifest: version.manifest }),
      exports: formats.filter(({ made }) => made !== null).map(({ id }) => id),
      isGenerating,
      progress: isGenerating ? await progressOf(version.taskId) : 1,
    }
  }

  /** How far a task is, 0…1; 0 when nobody can tell. */
  async function progressOf(taskId: string | undefined): Promise<number> {
    const task = taskId === undefined ? undefined : await tasks.read(workspace, taskId)
    const progress = task?.ok === true ? task.value.progress : null
    return progress && progress.total > 0 ? Math.min(1, progress.current / progress.total) : 0
  }

  return { head, project, version, progressOf }
}

/** An image with its labels under the names of their classes. */
export function toManagedImage(
  details: ImageDetails,
  { shapes, isNull, proposals, settled }: Pick<OpenedAnnotations, 'shapes' | 'isNull' | 'proposals' | 'settled'>,
  classes: readonly LabelClass[],
): ManagedImage {
  const annotation = annotationsByNames({ shapes, isNull }, classes)
  const isSettled = new Set(settled)
  return {
    id: details.id,
    name: details.name,
    split: details.split,
    labels: [...new Set(annotation?.map(({ className }) => className))],
    tags: details.tags,
    metadata: details.metadata,
    createdAt: new Date(details.addedAt),
    sourceUrl: details.sourceUrl ?? undefined,
    width: details.width,
    height: details.height,
    annotation,
    keepsMarks: true,
    predictions: proposals.filter(({ id }) => !isSettled.has(id)).map(toPrediction),
  }
}

function toPrediction(proposal: Proposal): ManagedPrediction {
  const { source, score, className } = proposal
  return { source, score, object: toPlaced(proposedShape(proposal), { name: className }) }
}

function toClass(known: LabelClass) {
  const { name, shapes, skeleton, attributes } = known
  return { name, shapes, color: classColor(known), ...(skeleton && { skeleton }), ...(attributes && { attributes }) }
}

/** `#RRGGBB`; the colors begin again when all are used. */
export function classColor({ color }: Pick<LabelClass, 'color'>): string {
  return CLASS_COLORS[(color - 1) % CLASS_COLORS.length] ?? CLASS_COLORS[0]
}
