import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { ok, type Result } from '#common/result'
import { isPlainName } from '#common/text'
import type { Workspace } from '../access/workspaces/ports.ts'
import { slugOf } from '../dataset/projects/rules.ts'
import type { Clock, Notes, Random } from '../ports.ts'
import type { RestoredWorkflow, Workflow, WorkflowRepository, WorkflowVersion } from './ports.ts'

export type WorkflowService = ReturnType<typeof workflowService>

interface Dependencies {
  readonly workflows: WorkflowRepository
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface WantedWorkflow {
  readonly name: string
  /** Made of the name when absent, and then free. */
  readonly slug?: string
  readonly config: string
}

export type WorkflowChange = Partial<WantedWorkflow>

const MAX_NAME = 120
const MAX_CONFIG = 1_000_000
const MOST_TRIES = 1000

const Config = z.union([z.object({ specification: z.record(z.string(), z.unknown()) }), z.strictObject({})])

/** Workflows as documents: kept, versioned, forked. */
export function workflowService({ workflows, clock, random, notes }: Dependencies) {
  async function find(workspace: Workspace, idOrSlug: string): Promise<Result<Workflow, Refusal>> {
    const found = await workflows.find(workspace, idOrSlug)
    return found ? ok(found) : workflowNotFound(workspace, idOrSlug)
  }

  /** The workflow with the steps that it had in a version. */
  async function findVersion(
    workspace: Workspace,
    idOrSlug: string,
    version: number,
  ): Promise<Result<Workflow, Refusal>> {
    const found = await find(workspace, idOrSlug)
    if (!found.ok) return found
    const config = await workflows.configOf(found.value.id, version)
    if (config === undefined) {
      return refuse('workflow-version-not-found', { workflow: found.value.name, version })
    }
    return ok({ ...found.value, config, version })
  }

  async function create(workspace: Workspace, wanted: WantedWorkflow): Promise<Result<Workflow, Refusal>> {
    const sound = checked(wanted)
    if (sound) return sound
    const now = clock.now()
    const fresh = {
      id: random.id(),
      name: wanted.name,
      config: wanted.config,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    const base = slugOf(wanted.slug ?? wanted.name)
    for (const slug of wanted.slug === undefined ? slugsFrom(base) : [base]) {
      const workflow = { ...fresh, slug }
      if (await workflows.create(workspace, workflow)) return told(workflow)
    }
    return taken(base)
  }

  async function update(
    workspace: Workspace,
    idOrSlug: string,
    { name, slug, config }: WorkflowChange,
  ): Promise<Result<Workflow, Refusal>> {
    const found = await find(workspace, idOrSlug)
    if (!found.ok) return found
    const old = found.value
    const next = {
      name: name ?? old.name,
      slug: slug === undefined ? old.slug : slugOf(slug),
      config: config ?? old.config,
    }
    const sound = checked(next)
    if (sound) return sound
    const version = next.config === old.config ? old.version : old.version + 1
    const workflow = { ...old, ...next, version, updatedAt: clock.now() }
    return (await workflows.update(workspace, workflow)) ? told(workflow) : taken(next.slug)
  }

  async function fork(
    workspace: Workspace,
    source: string,
    { name, slug }: Omit<WorkflowChange, 'config'>,
  ): Promise<Result<Workflow, Refusal>> {
    const found = await find(workspace, source)
    if (!found.ok) return found
    const copy = { name: name ?? `${found.value.name} copy`.slice(0, MAX_NAME), config: found.value.config }
    return create(workspace, { ...copy, ...(slug !== undefined && { slug }) })
  }

  async function versions(workspace: Workspace, idOrSlug: string): Promise<Result<WorkflowVersion[], Refusal>> {
    const found = await find(workspace, idOrSlug)
    return found.ok ? ok(await workflows.versions(found.value.id)) : found
  }

  async function moveToTrash(workspace: Workspace, idOrSlug: string): Promise<Result<Workflow, Refusal>> {
    const found = await find(workspace, idOrSlug)
    if (!found.ok) return found
    await workflows.moveToTrash(found.value.id, clock.now())
    return told(found.value)
  }

  /** The identifier of one in the trash. Several may have had one address. */
  async function findTrashed(workspace: Workspace, idOrSlug: string): Promise<Result<string, Refusal>> {
    const trashed = await workflows.trashed(workspace)
    if (trashed.some(({ id }) => id === idOrSlug)) return ok(idOrSlug)
    const [found, another] = trashed.filter(({ slug }) => slug === idOrSlug)
    if (another) {
      return refuse('several-workflows-in-trash', { slug: idOrSlug.slice(0, 60) })
    }
    return found ? ok(found.id) : notInTrash(idOrSlug)
  }

  async function restore(workspace: Workspace, idOrSlug: string): Promise<Result<RestoredWorkflow, Refusal>> {
    const found = await findTrashed(workspace, idOrSlug)
    if (!found.ok) return found
    const restored = await workflows.restore(workspace, found.value, slugsFrom)
    if (restored === undefined) return notInTrash(idOrSlug)
    notes.publish({ kind: 'workflows' })
    return ok(restored)
  }

  function told(workflow: Workflow): Result<Workflow, Refusal> {
    notes.publish({ kind: 'workflows' })
    return ok(workflow)
  }

  return {
    find,
    findVersion,
    create,
    update,
    fork,
    versions,
    moveToTrash,
    restore,
    list: (workspace: Workspace) => workflows.list(workspace),
    trashed: (workspace: Workspace) => workflows.trashed(workspace),
  }
}

function checked({ name, config }: WantedWorkflow) {
  if (name.trim() === '') return refuse('workflow-name-missing')
  if (!isPlainName(name)) return refuse('workflow-name-not-plain')
  if (name.length > MAX_NAME) return refuse('workflow-name-too-long', { length: name.length, most: MAX_NAME })
  if (config.length > MAX_CONFIG) return refuse('workflow-config-too-long', { most: MAX_CONFIG })
  if (isConfig(config)) return undefined
  return refuse('workflow-config-malformed')
}

function isConfig(text: string): boolean {
  return Config.safeParse(parseBounded(text, SMALL_FILE)).success
}

function notInTrash(idOrSlug: string) {
  return refuse('workflow-not-in-trash', { workflow: idOrSlug.slice(0, 60) })
}

/** The address itself, then numbered ones. */
function* slugsFrom(base: string): Generator<string> {
  yield base
  for (let nth = 2; nth <= MOST_TRIES; nth += 1) yield slugOf(`${base.slice(0, 56)}-${nth}`)
}

/** Said of a workflow that is not there, or not for whoever asks. */
export function workflowNotFound(workspace: Workspace, idOrSlug: string) {
  return refuse('workflow-not-in-workspace', { workflow: idOrSlug.slice(0, 60), workspace: workspace.name })
}

function taken(slug: string): Result<Workflow, Refusal> {
  return refuse('workflow-address-taken', { slug })
}
