import type { Attribute } from '#common/annotation/attribute'
import type { Skeleton } from '#common/annotation/skeleton'
import type { LabelClass, ProjectSummary, ProjectType } from '#common/contract/projects'
import type { ClassId, ProjectAddress, ProjectId, ProjectSlug } from '#common/ids'
import type { Workspace, WorkspaceRow } from '../../access/workspaces/ports.ts'

export interface Project {
  readonly id: ProjectId
  readonly workspace: WorkspaceRow
  readonly slug: ProjectSlug
  readonly name: string
  readonly type: ProjectType
  /** Common name of the objects; the pseudo class of COCO. */
  readonly annotationGroup: string
  readonly license: string
  /** Whoever reaches this library's catalog may see and copy it. */
  readonly isPublic: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** As much of a project as it takes to list a damaged one, and to move it to the trash. */
export interface ProjectHandle extends Pick<Project, 'id' | 'name'> {
  readonly slug: ProjectAddress
}

export interface NewClass {
  readonly id: ClassId
  readonly name: string
  /** The points of its objects, where they came with them. */
  readonly skeleton?: Skeleton
  /** Attributes of its objects, where they came with them. An existing class gets those whose names it lacks. */
  readonly attributes?: readonly Attribute[]
}

/** Outcome of creating a project; `slug` is that of the one that is in its way. */
export type CreatedProject =
  | { readonly kind: 'created'; readonly project: Project }
  | { readonly kind: 'taken'; readonly slug: ProjectAddress }

export interface ProjectRepository {
  list(workspace: Workspace): Promise<Project[]>
  /** Damaged projects, which `list` leaves out. */
  damaged(workspace: Workspace): Promise<ProjectHandle[]>
  find(workspace: Workspace, slug: ProjectSlug): Promise<Project | undefined>
  /** Which one it is, also of a damaged one. */
  findRow(workspace: Workspace, slug: ProjectSlug): Promise<ProjectHandle | undefined>
  byId(id: ProjectId): Promise<Project | undefined>
  /** The oldest one of exactly this name, however its accents were typed. */
  named(workspace: Workspace, name: string): Promise<Project | undefined>
  /** The same, also where it is damaged. */
  namedRow(workspace: Workspace, name: string): Promise<ProjectHandle | undefined>
  /**
   * Under its slug, or the first numbered one that is free and no other project's name. Nothing is made when another project has the
   * same name, or when the name is itself the address of another one.
   */
  create(project: Project): Promise<CreatedProject>
  setPublic(id: ProjectId, isPublic: boolean): Promise<void>
  summary(project: Project): Promise<ProjectSummary>
  classes(id: ProjectId): Promise<LabelClass[]>
  /** Adds the names that are missing, in order, gives a skeleton to those without one, and answers all classes. */
  ensureClasses(id: ProjectId, wanted: readonly NewClass[]): Promise<LabelClass[]>
  /** False when another class of the project has the name. */
  renameClass(id: ProjectId, classId: ClassId, name: string): Promise<boolean>
  /** False when objects of the class have another number of points. */
  setSkeleton(id: ProjectId, classId: ClassId, skeleton: Skeleton): Promise<boolean>
  removeClass(id: ProjectId, classId: ClassId): Promise<void>
}
