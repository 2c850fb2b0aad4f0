import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Model } from '../../models/weights/ports.ts'
import { modelNotFound } from '../../models/weights/service.ts'
import type { ManagedModel, ModelOperations } from '../models.ts'
import type { ManagedServices } from '../services.ts'
import type { ProjectFinder } from './find-project.ts'
import type { Reach } from './reach.ts'

interface Place extends ProjectFinder {
  readonly workspace: Workspace
  readonly reach: Reach
}

/** Beginning of the `archive` of a model's weights, before its identifier. */
const WEIGHTS = 'weights '

export function embeddedModels(
  { models, versions }: Pick<ManagedServices, 'models' | 'versions'>,
  { workspace, find, findExactly, reach }: Place,
): ModelOperations {
  /** A model as whoever asks sees it: with the projects that can be reached. */
  async function toManaged(model: Model): Promise<ManagedModel> {
    const { id, slug, name, type, isFavorite, bytes, blob: sha256, createdAt } = model
    const projects = []
    for (const project of model.projects) if (await reach.includes(project.id)) projects.push(project.slug)
    const url = slug.includes('/') ? slug : `${workspace.slug}/${slug}`
    return { id, url, name, type, projects, isFavorite, bytes, sha256, createdAt }
  }

  /** Clients write the address with or without the workspace. */
  async function reached(text: string): Promise<Result<Model, Refusal>> {
    const own = `${workspace.slug}/`
    const model = await models.find(workspace, text.startsWith(own) ? text.slice(own.length) : text)
    if (!model.ok) return modelNotFound(workspace, text)
    const { slug } = model.value
    const { projects } = await toManaged(model.value)
    // The model of a version has the address that its project had then; another project may have it now.
    const [home] = slug.includes('/') && text.endsWith(slug) ? slug.split('/') : projects
    return home !== undefined && projects.includes(home) ? model : modelNotFound(workspace, text)
  }

  /** Only who reaches all its projects may change a model. */
  async function changeable(text: string): Promise<Result<Model, Refusal>> {
    const model = await reached(text)
    if (!model.ok) return model
    const { projects } = await toManaged(model.value)
    if (projects.length === model.value.projects.length) return model
    return refuse('model-shared-with-other-folders')
  }

  async function prepare(projects: readonly Project[], name: string, type: string) {
    return models.prepare(workspace, { name, type, projects })
  }

  return {
    async list(text) {
      const project = await find(text)
      if (!project.ok) return project
      return ok(await Promise.all((await models.list(project.value)).map(toManaged)))
    },
    async read(text) {
      const model = await reached(text)
      return model.ok ? ok(await toManaged(model.value)) : model
    },
    async weights(text, wanted) {
      const project = await find(text)
      if (!project.ok) return project
      const name = /^\d{1,9}$/.test(wanted) ? `${project.value.slug}/${wanted}` : wanted
      const model = await reached(name)
      if (!model.ok) return model
      const isHere = model.value.projects.some(({ id }) => id === project.value.id)
      if (!isHere) return refuse('model-not-in-project', { model: shorten(wanted), project: project.value.name })
      const { fileName } = models.toDownload(model.value)
      return ok({ modelId: model.value.id, fileName, archive: WEIGHTS + model.value.id })
    },
    async prepare({ name, type, projects: names }) {
      const projects = []
      for (const text of names) {
        const own = `${workspace.slug}/`
        const project = await findExactly(text.startsWith(own) ? text.slice(own.length) : text)
        if (!project.ok) return project
        projects.push(project.value)
      }
      return prepare(projects, name, type)
    },
    async prepareForVersion(text, number, type) {
      const project = await find(text)
      if (!project.ok) return project
      const version = await versions.find(project.value, number)
      if (!version.ok) return version
      const name = `${project.value.name} ${number}`.slice(0, 100)
      return models.prepare(workspace, { name, type, projects: [project.value], version: version.value })
    },
    send: (upload, file) => models.receive(upload, file),
    async favor(text, isFavorite) {
      const model = await changeable(text)
      return model.ok ? models.favor(workspace, model.value.id, isFavorite) : model
    },
    async moveToTrash(text) {
      const model = await changeable(text)
      if (!model.ok) return model
      const moved = await models.moveToTrash(workspace, model.value.id)
      return moved.ok ? ok({ id: moved.value.id }) : moved
    },
  }
}

/** The model whose weights are meant; undefined when `archive` is of another kind. */
export function modelOf(archive: string): string | undefined {
  return archive.startsWith(WEIGHTS) ? archive.slice(WEIGHTS.length) : undefined
}
