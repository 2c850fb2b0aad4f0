import { type Attribute, Attributes } from '#common/annotation/attribute'
import { withMissing } from '#common/annotation/named/attribute'
import { Skeleton } from '#common/annotation/skeleton'
import { brand } from '#common/border'
import { type LabelClass, ProjectType } from '#common/contract/projects'
import { type ClassId, type ImageId, ProjectId, ProjectSlug } from '#common/ids'
import { message } from '#common/messages/message'
import type { Workspace } from '#core/access/workspaces/ports'
import type { CreatedProject, NewClass, Project, ProjectHandle, ProjectRepository } from '#core/dataset/projects/ports'
import { freeSlug, isSameName, normalName } from '#core/dataset/projects/rules'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { ifSound, orDamaged, soundRows, storedRow } from '../../kit/stored-row.ts'
import { addressOf, fromSeconds, toSeconds } from '../columns.ts'
import { type ClassRow, type ProjectRow, projectStatements } from '../sql/projects.sql.ts'

export function projectRepository(db: ReadDb, commits: CommitQueue): ProjectRepository {
  const sql = projectStatements(db)

  return {
    async list(workspace) {
      return soundRows(sql.list.all(workspace.row), toProject)
    },
    async damaged(workspace) {
      return sql.list.all(workspace.row).flatMap((row) => (ifSound(() => toProject(row)) ? [] : [toHandle(row)]))
    },
    async find(workspace, slug) {
      const row = sql.bySlug.get(workspace.row, slug)
      return row && toProject(row)
    },
    async findRow(workspace, slug) {
      const row = sql.bySlug.get(workspace.row, slug)
      return row && toHandle(row)
    },
    async byId(id) {
      const row = sql.byId.get(id)
      return row && toProject(row)
    },
    async named(workspace, name) {
      const found = oldestNamed(sql, workspace, name)
      const row = found && sql.byId.get(found.id)
      return row && toProject(row)
    },
    async namedRow(workspace, name) {
      return oldestNamed(sql, workspace, name)
    },
    create: (project) => commits.run(() => createUnder(sql, project)),
    async setPublic(id, isPublic) {
      await commits.run(() => sql.setPublic.run(isPublic ? 1 : 0, id))
    },
    async summary(project) {
      const found = sql.counts.get({ id: project.id })
      if (found === undefined) throw new Error(`Project ${project.slug} cannot be counted`)
      const { train, valid, test, ...rest } = found
      return {
        slug: project.slug,
        name: project.name,
        type: project.type,
        isPublic: project.isPublic,
        createdAt: project.createdAt.toISOString(),
        updatedAt: project.updatedAt.toISOString(),
        ...rest,
        splits: { train, valid, test },
        covers: sql.covers.all(project.id).map(({ id }) => brand<ImageId>(id)),
      }
    },
    async classes(id) {
      return sql.classes.all(id).map(toClass)
    },
    ensureClasses(id, wanted) {
      return commits.run(() => {
        addClasses(sql, id, wanted)
        return sql.classes.all(id).map(toClass)
      })
    },
    renameClass(id, classId, name) {
      return commits.run(() => sql.rename.run(name, id, classId).changes === 1)
    },
    setSkeleton(id, classId, skeleton) {
      const row = { skeleton: JSON.stringify(skeleton), points: skeleton.points.length, project: id, id: classId }
      return commits.run(() => sql.setSkeleton.run(row).changes === 1)
    },
    async removeClass(id, classId) {
      await commits.run(() => {
        sql.forgetTrashed.run(classId)
        sql.remove.run(id, classId)
      })
    },
  }
}

function oldestNamed(
  sql: Pick<ReturnType<typeof projectStatements>, 'names'>,
  workspace: Workspace,
  name: string,
): ProjectHandle | undefined {
  const wanted = normalName(name)
  const row = sql.names.all(workspace.row).find((each) => normalName(each.name) === wanted)
  return row && toHandle(row)
}

/** Gives the project an address of its own; inside a transaction. */
function createUnder(
  sql: Pick<ReturnType<typeof projectStatements>, 'names' | 'isSlugTaken' | 'insert'>,
  wanted: Project,
): CreatedProject {
  const others = sql.names.all(wanted.workspace)
  const inTheWay = others.find(({ name, slug }) => isSameName(name, wanted.name) || slug === wanted.name)
  if (inTheWay) return { kind: 'taken', slug: addressOf(inTheWay) }
  const names = new Set(others.map(({ name }) => name))
  const isTaken = (slug: string) => names.has(slug) || sql.isSlugTaken.get(wanted.workspace, slug) !== undefined
  const project = { ...wanted, slug: freeSlug(wanted.slug, isTaken) }
  sql.insert.run(toProjectRow(project))
  return { kind: 'created', project }
}

type AddingStatements = Pick<
  ReturnType<typeof projectStatements>,
  'addClass' | 'giveSkeleton' | 'attributesOf' | 'setAttributes'
>

/** Adds the classes whose names are missing, and gives the others the points and attributes that they lack; inside a transaction. */
export function addClasses(sql: AddingStatements, project: ProjectId, wanted: readonly NewClass[]): void {
  for (const { id, name, skeleton, attributes = [] } of wanted) {
    sql.addClass.run({ id, name, project })
    if (skeleton) sql.giveSkeleton.run(JSON.stringify(skeleton), project, name)
    if (attributes.length > 0) addAttributes(sql, { project, name }, attributes)
  }
}

function addAttributes(
  sql: AddingStatements,
  of: { readonly project: ProjectId; readonly name: string },
  attributes: readonly Attribute[],
): void {
  const there = attributesIn(sql, of)
  const all = withMissing(there, attributes)
  if (all !== there) sql.setAttributes.run({ ...of, attributes: JSON.stringify(Attributes.parse(all)) })
}

/** The attributes of a class's objects, by the name of the class. */
export function attributesIn(
  sql: Pick<AddingStatements, 'attributesOf'>,
  { project, name }: { readonly project: ProjectId; readonly name: string },
): readonly Attribute[] {
  const stored = sql.attributesOf.get(project, name) ?? NO_ATTRIBUTES
  return stored === NO_ATTRIBUTES
    ? []
    : orDamaged(message('row-class', { name }), () => Attributes.parse(JSON.parse(stored)))
}

/** Of almost every class. */
const NO_ATTRIBUTES = '[]'

export const toProject = storedRow(
  ({ name }: ProjectRow) => message('row-project', { name }),
  readProject,
  'trash-project',
)

function readProject(row: ProjectRow): Project {
  return {
    id: ProjectId.parse(row.id),
    workspace: row.workspace_id,
    slug: slugIn(row),
    name: row.name,
    type: ProjectType.parse(row.type),
    annotationGroup: row.annotation_group,
    license: row.license,
    isPublic: row.is_public === 1,
    createdAt: fromSeconds(row.created_at),
    updatedAt: fromSeconds(row.updated_at),
  }
}

/** Projects in the trash and copies in progress have `~` and their id in place of a slug. */
function slugIn({ id, slug }: Pick<ProjectRow, 'id' | 'slug'>): ProjectSlug {
  return slug === `~${id}` ? brand<ProjectSlug>(slug) : ProjectSlug.parse(slug)
}

/** The columns of a damaged project that can be read. */
function toHandle(row: Pick<ProjectRow, 'id' | 'slug' | 'name'>): ProjectHandle {
  return { id: brand<ProjectId>(row.id), slug: addressOf(row), name: row.name }
}

export function toProjectRow(project: Project): ProjectRow {
  return {
    id: project.id,
    workspace_id: project.workspace,
    slug: project.slug,
    name: project.name,
    type: project.type,
    annotation_group: project.annotationGroup,
    license: project.license,
    created_at: toSeconds(project.createdAt),
    updated_at: toSeconds(project.updatedAt),
    is_public: project.isPublic ? 1 : 0,
  }
}

/** Columns that are damaged are as good as none: without its classes nobody could open the project. */
export function toClass({ id, skeleton, chord, attributes, color, position, ...rest }: ClassRow): LabelClass {
  const asked = attributes === NO_ATTRIBUTES ? undefined : ifSound(() => Attributes.parse(JSON.parse(attributes)))
  return {
    id: brand<ClassId>(id),
    ...rest,
    color: countedFrom(1, color),
    position: countedFrom(0, position),
    ...(chord !== null && { chord }),
    skeleton: skeleton === null ? null : (ifSound(() => Skeleton.parse(JSON.parse(skeleton))) ?? null),
    ...(asked !== undefined && { attributes: asked }),
  }
}

function countedFrom(least: number, stored: number): number {
  return Number.isSafeInteger(stored) && stored >= least ? stored : least
}
