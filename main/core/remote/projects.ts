import type { NeededClass } from '#common/annotation/proposal'
import { type DamagedProject, type LabelClass, type ProjectSummary, ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import { type ClassId, ImageId, ProjectAddress, ProjectSlug } from '#common/ids'
import { ok, type Result } from '#common/result'
import { importedClassName } from '../annotation/annotations/read-annotation.ts'
import { readClassName } from '../dataset/projects/service.ts'
import type { ManagedProject, ManagedWorkspace } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import { inLanes } from '../tasks/lanes.ts'
import { classIdOf, colorNumber } from './names.ts'
import type { Remote } from './ports.ts'

export type RemoteProjects = ReturnType<typeof remoteProjects>

/** Facts about a shape from its class. */
type Label = Pick<LabelClass, 'name' | 'skeleton' | 'attributes'>

type Listed = Omit<LabelClass, 'id' | 'position' | 'images'>

/** Images that stand for a project. */
const COVERS = 6
/** Only so many projects get them: a request each. */
const COVERED = 24
const LANES = 4

/** Projects and classes of another machine, as the screens show them. */
export function remoteProjects({ host, management, notes }: Remote) {
  /** Classes that were named here and have no shape yet: the API makes a class with its first shape. */
  const waiting = new Map<string, Set<string>>()
  const labels = new Map<string, Map<ClassId, Label>>()
  const types = new Map<string, ProjectType>()
  const covers = new Map<string, { readonly images: number; readonly ids: readonly ImageId[] }>()

  async function summaries(): Outcome<ProjectSummary[]> {
    const workspace = await management.workspace()
    if (!workspace.ok) return workspace
    const shown = workspace.value.projects.flatMap((project) => toSummary(project) ?? [])
    const covered = await inLanes(shown.slice(0, COVERED), LANES, withCovers)
    return ok([...covered, ...shown.slice(COVERED)])
  }

  async function summary(slug: string): Outcome<ProjectSummary> {
    const answer = await management.project(slug)
    if (!answer.ok) return answer
    learn(answer.value.project)
    const told = toSummary(answer.value.project)
    if (told === undefined) return unknownKind(answer.value.project)
    types.set(slug, told.type)
    return ok(await withCovers(told))
  }

  async function create({ name, type }: { readonly name: string; readonly type: string }): Outcome<ProjectSummary> {
    // The group is what the objects are called together; a server may ask for one.
    const created = await management.createProject({ name, type, annotationGroup: name, license: 'Private' })
    if (!created.ok) return created
    notes.publish({ kind: 'projects' })
    const told = toSummary(created.value)
    return told ? ok(told) : unknownKind(created.value)
  }

  async function setPublic(slug: string, isPublic: boolean): Outcome<ProjectSummary> {
    const changed = await management.catalog.setPublic(slug, isPublic)
    if (!changed.ok) return changed
    notes.publish({ kind: 'projects' })
    const told = toSummary(changed.value)
    return told ? ok(await withCovers(told)) : unknownKind(changed.value)
  }

  async function withCovers(project: ProjectSummary): Promise<ProjectSummary> {
    const known = covers.get(project.slug)
    if (known?.images === project.images) return { ...project, covers: [...known.ids] }
    const found = await management.search.project(project.slug, { offset: 0, limit: COVERS, fields: [] })
    const ids = found.ok ? found.value.results.flatMap(({ id }) => ImageId.safeParse(id).data ?? []) : []
    if (found.ok) covers.set(project.slug, { images: project.images, ids })
    return { ...project, covers: ids }
  }

  async function classes(slug: string): Outcome<LabelClass[]> {
    const answer = await management.project(slug)
    return answer.ok ? ok(learn(answer.value.project)) : answer
  }

  /** All classes of a project with those that wait for their first shape. */
  function learn({ slug, type, classes: there }: ManagedProject): LabelClass[] {
    const known = ProjectType.safeParse(type)
    if (known.success) types.set(slug, known.data)
    const unmade = waiting.get(slug)
    for (const { name } of there) unmade?.delete(name)
    const listed = [
      ...there.map(({ color, skeleton = null, attributes, ...each }, place): Listed => {
        const asked = attributes && { attributes: [...attributes] }
        return { ...each, skeleton, color: colorNumber(color, place), ...asked }
      }),
      ...[...(unmade ?? [])].map((name, place): Listed => {
        return { name, shapes: 0, skeleton: null, color: there.length + place + 1 }
      }),
    ]
    const met = labelsOf(slug)
    for (const each of listed) {
      const id = classIdOf(each.name)
      // A server that does not tell the points with the class told them with labels.
      each.skeleton ??= met.get(id)?.skeleton ?? null
      const { name, skeleton, attributes } = each
      met.set(id, { name, skeleton, ...(attributes && { attributes }) })
    }
    // The API does not tell how many images have a class; the filter column asks for that on its own.
    return listed.map((each, position) => ({ ...each, id: classIdOf(each.name), position, images: 0 }))
  }

  async function createClass(slug: string, raw: string): Outcome<LabelClass> {
    const name = readClassName(importedClassName(raw))
    if (!name.ok) return name
    const known = await classes(slug)
    if (!known.ok) return known
    if (known.value.some((each) => each.name === name.value)) return refuse('class-name-taken', { name: name.value })
    const unmade = waiting.get(slug) ?? new Set()
    waiting.set(slug, unmade.add(name.value))
    const id = classIdOf(name.value)
    labelsOf(slug).set(id, { name: name.value, skeleton: null })
    const position = known.value.length
    return ok({ id, name: name.value, color: position + 1, position, shapes: 0, images: 0, skeleton: null })
  }

  /** Classes that an edit makes with its shapes. */
  function expect(slug: string, needed: readonly NeededClass[]): Result<undefined, Refusal> {
    const met = labelsOf(slug)
    for (const { id, name } of needed) {
      if (id !== classIdOf(name)) return refuse('class-with-other-identifier', { class: name })
      if (!met.has(id)) met.set(id, { name, skeleton: null })
    }
    return ok(undefined)
  }

  function labelsOf(slug: string): Map<ClassId, Label> {
    const known = labels.get(slug) ?? new Map<ClassId, Label>()
    labels.set(slug, known)
    return known
  }

  /** The class behind an identifier; the project is asked when it was not met yet. */
  async function label(slug: string, id: ClassId): Outcome<Label> {
    const met = labelsOf(slug).get(id)
    if (met !== undefined) return ok(met)
    const asked = await classes(slug)
    if (!asked.ok) return asked
    const found = labelsOf(slug).get(id)
    return found === undefined ? refuse('remote-class-not-found', { host }) : ok(found)
  }

  /** Type of the project; asked for once. */
  async function typeOf(slug: string): Outcome<ProjectType> {
    const met = types.get(slug)
    if (met !== undefined) return ok(met)
    const answer = await management.project(slug)
    if (!answer.ok) return answer
    learn(answer.value.project)
    const type = types.get(slug)
    return type === undefined ? unknownKind(answer.value.project) : ok(type)
  }

  function unknownKind({ name, type }: ManagedProject) {
    return refuse('remote-project-type-not-shown', { name, host, type: type.replaceAll('-', ' ') })
  }

  const damaged = async () => damagedIn(await management.workspace())
  return { summaries, damaged, summary, create, setPublic, classes, createClass, expect, label, typeOf, meet: labelsOf }
}

function damagedIn(workspace: Result<ManagedWorkspace, Refusal>): Result<DamagedProject[], Refusal> {
  return workspace.ok ? ok((workspace.value.damagedProjects ?? []).flatMap(toDamaged)) : workspace
}

function toDamaged({ slug, name }: Pick<ManagedProject, 'slug' | 'name'>): DamagedProject[] {
  const known = ProjectAddress.safeParse(slug)
  return known.success ? [{ slug: known.data, name }] : []
}

/** The summary, or undefined for kinds of projects that no screen shows. */
function toSummary(project: ManagedProject): ProjectSummary | undefined {
  const slug = ProjectSlug.safeParse(project.slug)
  const type = ProjectType.safeParse(project.type)
  if (!slug.success || !type.success) return undefined
  const { name, createdAt, updatedAt, images, unannotated, splits, versions, isPublic } = project
  return {
    slug: slug.data,
    name,
    type: type.data,
    images,
    unlabelled: unannotated,
    splits,
    versions,
    isPublic,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    // The API says which images are labeled, not which a person is done with.
    done: images - unannotated,
    covers: [],
  }
}
