import { z } from 'zod'
import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { ProjectId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { BlobStore, ReceivedBlob } from '../../dataset/images/ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { slugOf } from '../../dataset/projects/rules.ts'
import type { Clock, Random } from '../../ports.ts'
import type { Version } from '../../versions/model.ts'
import type { Model, ModelRepository } from './ports.ts'

export type ModelService = ReturnType<typeof modelService>

interface Dependencies {
  readonly models: ModelRepository
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly random: Pick<Random, 'id'>
}

export interface WantedModel {
  readonly name: string
  readonly type: string
  readonly projects: readonly Project[]
  /** Of the one project. */
  readonly version?: Version
}

/** Largest file of weights. */
export const MAX_MODEL_BYTES = 2 * 1024 ** 3
const MAX_NAME = 100
/** An upload must begin within an hour. */
const OPEN_MS = 3_600_000

/** An upload as it is handed out and comes back: nothing is kept of it before its file is there. */
const Upload = z.object({
  workspace: z.int(),
  slug: z.string(),
  name: z.string(),
  type: z.string(),
  version: z.int().optional(),
  projects: z.array(z.string()),
  expiresAt: z.iso.datetime(),
})

/** Files of weights that programs send in, listed with their projects. Nothing here runs them. */
export function modelService({ models, blobs, clock, random }: Dependencies) {
  async function find(workspace: Workspace, text: string): Promise<Result<Model, Refusal>> {
    const model = await models.find(workspace.row, text)
    return model ? ok(model) : modelNotFound(workspace, text)
  }

  /** Opens an upload; answers what `receive` takes. */
  async function prepare(workspace: Workspace, wanted: WantedModel): Promise<Result<string, Refusal>> {
    const { name, type, projects, version } = wanted
    const wrong = checkText('modelName', name) ?? checkText('modelType', type)
    if (wrong) return wrong
    const [first] = projects
    if (first === undefined) return refuse('model-projects-empty')
    const slug = version ? `${first.slug}/${version.number}` : slugOf(name)
    if (await models.isTaken(workspace.row, slug)) return version ? thereAlready(slug) : taken(slug)
    const expiresAt = new Date(clock.now().getTime() + OPEN_MS).toISOString()
    const rest = { slug, name, type, projects: projects.map(({ id }) => id), expiresAt }
    return ok(JSON.stringify({ workspace: workspace.row, ...rest, ...(version && { version: version.row }) }))
  }

  /** Puts the file on the disk, whole or not at all. `sha256` is what its sender says it is, in hexadecimal digits. */
  async function receive(
    upload: string,
    bytes: AsyncIterable<Uint8Array>,
    sha256?: string,
  ): Promise<Result<undefined, Refusal>> {
    const { expiresAt, ...wanted } = Upload.parse(JSON.parse(upload))
    if (Date.parse(expiresAt) < clock.now().getTime()) return closed()
    if (await models.isTaken(wanted.workspace, wanted.slug)) return taken(wanted.slug)
    const received = await store(bytes)
    if (!received.ok) return received
    const { hash, bytes: size } = received.value
    const fault = faultOf(received.value, sha256)
    if (fault) {
      await received.value.discard()
      return fault
    }
    await received.value.keep()
    const fresh = { id: random.id(), blob: hash, bytes: size, createdAt: clock.now() }
    const projects = wanted.projects.map((id) => brand<ProjectId>(id))
    const added = await models.add({ ...wanted, ...fresh, projects, version: wanted.version })
    if (added === 'taken') return taken(wanted.slug)
    if (added === 'gone') return refuse('model-projects-deleted')
    return ok(undefined)
  }

  async function store(bytes: AsyncIterable<Uint8Array>): Promise<Result<ReceivedBlob, Refusal>> {
    try {
      return ok(await blobs.receive(bytes, MAX_MODEL_BYTES))
    } catch (failure) {
      if (!(failure instanceof Error && failure.name === 'BlobTooLargeError')) throw failure
      return tooLarge()
    }
  }

  async function favor(workspace: Workspace, text: string, isFavorite: boolean): Promise<Result<undefined, Refusal>> {
    const model = await find(workspace, text)
    if (!model.ok) return model
    await models.setFavorite(model.value.id, isFavorite)
    return ok(undefined)
  }

  async function moveToTrash(workspace: Workspace, text: string): Promise<Result<Model, Refusal>> {
    const model = await find(workspace, text)
    if (model.ok) await models.setTrashed(model.value.id, clock.now())
    return model
  }

  async function restore(workspace: Workspace, id: string): Promise<Result<undefined, Refusal>> {
    const outcome = await models.restore(workspace.row, id)
    if (outcome === 'restored') return ok(undefined)
    if (outcome === 'taken') return refuse('model-address-reused')
    return refuse('model-not-in-trash', { model: shorten(id) })
  }

  /** The file of a model, with its path on disk. */
  function toDownload({ slug, blob, bytes }: Model) {
    return { fileName: `${slug.replace('/', '-')}.weights`, bytes, sha256: blob, path: blobs.pathOf(blob) }
  }

  /** The same, after its bytes have proved sound. */
  async function download(model: Model) {
    if ((await blobs.check(model.blob, model.bytes)) === 'sound') return ok(toDownload(model))
    return refuse('weights-damaged', { model: model.slug })
  }

  return {
    find,
    prepare,
    receive,
    favor,
    moveToTrash,
    restore,
    toDownload,
    download,
    /** By identifier alone, for links that carry their own key. */
    findAnywhere: (id: string) => models.findLive(id),
    list: (project: Project) => models.list(project.id),
    trashed: (workspace: Workspace) => models.trashed(workspace.row),
  }
}

/** Said of a model that is not there, or not for whoever asks. */
export function modelNotFound({ name }: Workspace, text: string) {
  return refuse('model-not-in-workspace', { model: shorten(text), workspace: name })
}

export function tooLarge() {
  return refuse('weights-too-large', { most: MAX_MODEL_BYTES / 1024 ** 3 })
}

function checkText(field: string, text: string) {
  if (text.trim() === '') return refuse('model-field-missing', { field })
  if (text.length <= MAX_NAME) return undefined
  return refuse('model-field-too-long', { field, length: text.length, most: MAX_NAME })
}

function faultOf({ bytes, hash }: ReceivedBlob, sha256: string | undefined) {
  if (bytes === 0) return refuse('weights-empty')
  if (sha256 === undefined || sha256 === hash) return undefined
  return refuse('weights-checksum-mismatch', { found: hash, expected: sha256 })
}

function taken(slug: string) {
  return refuse('model-exists', { model: slug })
}

function thereAlready(slug: string) {
  return refuse('version-has-model', { version: slug })
}

function closed() {
  return refuse('model-upload-expired')
}
