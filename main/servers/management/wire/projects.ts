import type { z } from 'zod'
import type { ManagedProject, ProjectAnswer } from '#core/management/model'
import type { ProjectAnswerBody, ProjectBody } from '../schemas/projects.ts'
import { toHeadBody, toSeconds } from './kit.ts'
import { toVersionBody } from './versions.ts'

export function toProjectBody(project: ManagedProject, workspace: string): z.output<typeof ProjectBody> {
  const { slug, type, name, createdAt, updatedAt, images, unannotated, annotationGroup, splits, versions } = project
  return {
    id: `${workspace}/${slug}`,
    ...toTypeBody(type),
    name,
    created: toSeconds(createdAt),
    updated: toSeconds(updatedAt),
    images,
    unannotated,
    annotation: annotationGroup,
    public: project.isPublic,
    splits,
    classes: Object.fromEntries(project.classes.map((known) => [known.name, known.shapes])),
    colors: Object.fromEntries(project.classes.map((known) => [known.name, known.color])),
    versions,
    ...toSkeletons(project),
    ...toAttributes(project),
  }
}

function toSkeletons({ classes }: ManagedProject): Pick<z.output<typeof ProjectBody>, 'skeletons'> {
  const named = classes.flatMap(({ name, skeleton }) => (skeleton ? [[name, skeleton] as const] : []))
  return named.length === 0 ? {} : { skeletons: Object.fromEntries(named) }
}

function toAttributes({ classes }: ManagedProject): Pick<z.output<typeof ProjectBody>, 'attributes'> {
  const asked = classes.flatMap(({ name, attributes }) => (attributes ? [{ name, attributes: [...attributes] }] : []))
  return asked.length === 0
    ? {}
    : { attributes: Object.fromEntries(asked.map(({ name, attributes }) => [name, attributes])) }
}

/** Clients know one kind of classification, and look beside it for how many classes an image has. */
function toTypeBody(type: string): Pick<z.output<typeof ProjectBody>, 'type' | 'multilabel'> {
  if (type === 'single-label-classification') return { type: 'classification', multilabel: false }
  return type === 'multi-label-classification' ? { type: 'classification', multilabel: true } : { type }
}

export function toProjectAnswerBody(answer: ProjectAnswer): z.output<typeof ProjectAnswerBody> {
  const { workspace, project, versions, damagedVersions = [] } = answer
  return {
    workspace: toHeadBody(workspace),
    project: toProjectBody(project, workspace.slug),
    versions: versions.map((version) => toVersionBody(version, `${workspace.slug}/${project.slug}`)),
    ...(damagedVersions.length > 0 && { damagedVersions: [...damagedVersions] }),
  }
}
