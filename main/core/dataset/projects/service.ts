import type { Skeleton } from '#common/annotation/skeleton'
import { brand } from '#common/border'
import {
  ClassName,
  type LabelClass,
  ProjectName,
  type ProjectSummary,
  type ProjectType,
} from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId, ProjectId, ProjectSlug } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Clock, Notes, Random } from '../../ports.ts'
import type { Project, ProjectHandle, ProjectRepository } from './ports.ts'
import { cleanClassName, normalName, readSlug, slugOf } from './rules.ts'

export type ProjectService = ReturnType<typeof projectService>

interface Dependencies {
  readonly projects: ProjectRepository
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface NewProject {
  readonly name: string
  readonly type: ProjectType
  readonly annotationGroup?: string
  readonly license?: string
}

/** Projects and their classes. */
export function projectService({ projects, clock, random, notes }: Dependencies) {
  const lookup = projectLookup(projects)

  async function create(workspace: Workspace, wanted: NewProject): Promise<Result<Project, Refusal>> {
    const name = ProjectName.safeParse(wanted.name)
    if (!name.success) return refuse(PROJECT_NAME_FAULTS.get(name.error.issues[0]?.code) ?? 'project-name-not-plain')
    const now = clock.now()
    const project: Project = {
      id: brand<ProjectId>(random.id()),
      workspace: workspace.row,
      slug: brand<ProjectSlug>(slugOf(name.data)),
      name: normalName(name.data),
      type: wanted.type,
      annotationGroup: slugOf(wanted.annotationGroup ?? name.data),
      license: wanted.license ?? 'Private',
      isPublic: false,
      createdAt: now,
      updatedAt: now,
    }
    const created = await projects.create(project)
    if (created.kind === 'taken') {
      return refuse('project-address-taken', { slug: created.slug })
    }
    notes.publish({ kind: 'projects' })
    return ok(created.project)
  }

  /** Shows the project in the catalog, or takes it out; copies that others have made stay theirs. */
  async function setPublic(project: Project, isPublic: boolean): Promise<Project> {
    await projects.setPublic(project.id, isPublic)
    notes.publish({ kind: 'projects' })
    return { ...project, isPublic }
  }

  async function ensureClasses(project: Project, names: readonly string[]): Promise<Result<LabelClass[], Refusal>> {
    const wanted = []
    for (const raw of names) {
      const name = readClassName(raw)
      if (!name.ok) return name
      wanted.push({ id: brand<ClassId>(random.id()), name: name.value })
    }
    const classes = await projects.ensureClasses(project.id, wanted)
    notes.publish({ kind: 'classes', project: project.slug })
    return ok(classes)
  }

  async function createClass(project: Project, raw: string): Promise<Result<LabelClass, Refusal>> {
    const name = readClassName(raw)
    if (!name.ok) return name
    const taken = (await projects.classes(project.id)).some((existing) => existing.name === name.value)
    if (taken) return classTaken(name.value)
    const classes = await ensureClasses(project, [name.value])
    if (!classes.ok) return classes
    const created = classes.value.find((existing) => existing.name === name.value)
    return created ? ok(created) : refuse('class-gone', { name: name.value })
  }

  async function findClass(project: Project, classId: ClassId): Promise<Result<LabelClass, Refusal>> {
    const found = (await projects.classes(project.id)).find(({ id }) => id === classId)
    return found ? ok(found) : refuse('class-not-in-project', { project: project.name })
  }

  async function renameClass(project: Project, classId: ClassId, raw: string): Promise<Result<LabelClass, Refusal>> {
    const found = await findClass(project, classId)
    if (!found.ok) return found
    const name = readClassName(raw)
    if (!name.ok) return name
    if (!(await projects.renameClass(project.id, classId, name.value))) return classTaken(name.value)
    notes.publish({ kind: 'classes', project: project.slug })
    return ok({ ...found.value, name: name.value })
  }

  async function setSkeleton(
    project: Project,
    classId: ClassId,
    skeleton: Skeleton,
  ): Promise<Result<LabelClass, Refusal>> {
    const found = await findClass(project, classId)
    if (!found.ok) return found
    if (!(await projects.setSkeleton(project.id, classId, skeleton))) {
      const { name } = found.value
      return refuse('class-points-in-use', { class: name })
    }
    notes.publish({ kind: 'classes', project: project.slug })
    return ok({ ...found.value, skeleton })
  }

  async function removeClass(project: Project, classId: ClassId): Promise<Result<undefined, Refusal>> {
    const found = await findClass(project, classId)
    if (!found.ok) return found
    const { name, shapes } = found.value
    if (shapes > 0) return refuse('class-in-use', { class: name, shapes })
    await projects.removeClass(project.id, classId)
    notes.publish({ kind: 'classes', project: project.slug })
    return ok(undefined)
  }

  async function summaries(workspace: Workspace): Promise<ProjectSummary[]> {
    return Promise.all((await projects.list(workspace)).map((project) => projects.summary(project)))
  }

  return {
    ...lookup,
    create,
    setPublic,
    list: (workspace: Workspace) => projects.list(workspace),
    damaged: (workspace: Workspace) => projects.damaged(workspace),
    summaries,
    summary: (project: Project) => projects.summary(project),
    classes: (project: Project) => projects.classes(project.id),
    ensureClasses,
    createClass,
    renameClass,
    setSkeleton,
    removeClass,
  }
}

function projectLookup(projects: Pick<ProjectRepository, 'damaged' | 'find' | 'findRow' | 'named' | 'namedRow'>) {
  async function find(workspace: Workspace, slug: string): Promise<Result<Project, Refusal>> {
    const parsed = readSlug(slug)
    const project = parsed && (await projects.find(workspace, parsed))
    return project ? ok(project) : projectNotFound(workspace, slug)
  }

  /** By its address, for moving it to the trash: also where it is damaged, and then by its id too. */
  async function findRow(workspace: Workspace, address: string): Promise<Result<ProjectHandle, Refusal>> {
    const slug = readSlug(address)
    const project = (slug && (await projects.findRow(workspace, slug))) ?? (await findDamaged(workspace, address))
    return project ? ok(project) : projectNotFound(workspace, address)
  }

  async function findDamaged(workspace: Workspace, id: string): Promise<ProjectHandle | undefined> {
    return (await projects.damaged(workspace)).find((project) => project.id === id)
  }

  /** By its address, else by its exact name: for clients that know no address. The oldest of several with the name. */
  async function findNamed(workspace: Workspace, text: string): Promise<Result<Project, Refusal>> {
    const found = await find(workspace, text)
    if (found.ok) return found
    const project = await projects.named(workspace, text)
    return project ? ok(project) : found
  }

  const namedRow = (workspace: Workspace, name: string) => projects.namedRow(workspace, name)

  return { find, findRow, findNamed, namedRow }
}

/** Said of a project that is not there, or not for whoever asks. */
export function projectNotFound({ name }: Workspace, slug: string) {
  return refuse('project-not-in-workspace', { slug, workspace: name })
}

/** Said where only an address will do, of a text that is the name of a project and no address. */
export function addressNotFound({ name }: Workspace, slug: string) {
  return refuse('project-address-not-in-workspace', { slug, workspace: name })
}

/** Refusals of the names of projects and classes, by the codes of zod. */
const PROJECT_NAME_FAULTS = new Map<string | undefined, 'project-needs-name' | 'project-name-too-long'>([
  ['too_small', 'project-needs-name'],
  ['too_big', 'project-name-too-long'],
])
const CLASS_NAME_FAULTS = new Map<string | undefined, 'class-needs-name' | 'class-name-too-long'>([
  ['too_small', 'class-needs-name'],
  ['too_big', 'class-name-too-long'],
])

/** A usable class name, or the sentence that says why it is not. */
export function readClassName(raw: string): Result<string, Refusal> {
  const parsed = ClassName.safeParse(cleanClassName(raw))
  if (parsed.success) return ok(parsed.data)
  const shown = raw.length > 40 ? `${raw.slice(0, 40)}…` : raw
  return refuse(CLASS_NAME_FAULTS.get(parsed.error.issues[0]?.code) ?? 'class-name-not-plain', { name: shown })
}

function classTaken(name: string) {
  return refuse('class-name-taken', { name })
}
