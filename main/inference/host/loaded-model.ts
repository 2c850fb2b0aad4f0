import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '#common/messages/message'
import type { InstalledModel, LoadedModel } from '#core/models/inference/ports'
import { familyOf } from '../models/registry.ts'
import { readSignatureFrom } from '../onnx/read-signature.ts'
import { batchedSession } from './batching.ts'
import { ModelRunError } from './errors.ts'
import type { ModelInstance, OpenedModel } from './family.ts'
import { openSessionThread, type SessionThread } from './session-thread.ts'
import type { HostSettings } from './settings.ts'
import { trialSession } from './trial-session.ts'
import { checkWeights } from './weights.ts'

/** Most images that one run of a network takes at once. */
const MOST_IN_BATCH = 8

/** A model that is loaded, with what it can do. */
export interface HostedModel {
  readonly facts: LoadedModel
  readonly instance: ModelInstance
  /** Resolves when its networks are gone, whether they were closed or broke. */
  readonly ended: Promise<void>
  close(): Promise<void>
  /** Rejects whatever waits for it; what it computes goes on until its process ends. */
  abandon(failure: Error): void
}

interface Opening {
  readonly settings: HostSettings
  readonly workerUrl: URL
  /** Calls that use the model now. */
  calls(): number
  /** Told when loading it or a run took longer than its limit. */
  overran(): void
}

/** Loads the networks of a model and opens it by its family. Rejects with a `ModelRunError` when it cannot be loaded. */
export async function openModel(model: InstalledModel, opening: Opening): Promise<HostedModel> {
  const began = performance.now()
  const before = process.memoryUsage.rss()
  await checkWeights(model)
  const family = familyOf(model.manifest.family)
  const thread = await openNetworks(model, opening)
  const isTrial = opening.settings.isTrial === true
  const opened = viewOf(model, { thread, isTrial, isMoreComing: (waiting) => opening.calls() > waiting })
  const instance = await family.open(opened).catch(async (failure: unknown) => {
    await thread.close()
    throw failure
  })
  const facts = {
    ...factsOf(model, thread),
    memoryBytes: Math.max(0, process.memoryUsage.rss() - before),
    loadSeconds: (performance.now() - began) / 1000,
  }
  const close = async () => {
    await instance.close?.()
    await thread.close()
  }
  return { instance, facts, ended: thread.ended, close, abandon: thread.abandon }
}

async function openNetworks(model: InstalledModel, { settings, workerUrl, overran }: Opening): Promise<SessionThread> {
  const { files, family, runSeconds = settings.runSeconds } = model.manifest
  const roles = familyOf(family).networks.filter((role) => role in files)
  if (roles.length === 0) return noNetworks()
  const paths = Object.fromEntries(roles.map((role) => [role, pathOf(model, role)]))
  const { providers, threads } = settings
  return openSessionThread({ open: { files: paths, providers, threads }, workerUrl, runSeconds, overran })
}

/** Of a model that brings an engine of its own: no thread is started for it. */
function noNetworks(): SessionThread {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const nothing = () => undefined
  const close = async () => resolve()
  const engine = { provider: 'cpu' as const, passedOver: [], sessions: new Map(), ended, close }
  return { ...engine, keep: nothing, drop: nothing, abandon: () => resolve() }
}

interface Networks {
  readonly thread: SessionThread
  readonly isTrial: boolean
  readonly isMoreComing: (waiting: number) => boolean
}

/** A family's view of a model. */
function viewOf(model: InstalledModel, { thread, isTrial, isMoreComing }: Networks): OpenedModel {
  const batching = { most: MOST_IN_BATCH, isMoreComing }
  const sessions = new Map(
    Array.from(
      thread.sessions,
      ([role, session]) => [role, batchedSession(isTrial ? trialSession(session) : session, batching)] as const,
    ),
  )
  return {
    manifest: model.manifest,
    keep: thread.keep,
    drop: thread.drop,
    session(role) {
      const session = sessions.get(role)
      if (session === undefined) throw new ModelRunError(message('model-without-network-of-role', { role }))
      return session
    },
    read: (role) => readFile(pathOf(model, role)),
    metadata: (role) => readMetadata(pathOf(model, role)),
  }
}

function pathOf({ folder, manifest }: InstalledModel, role: string): string {
  const file = manifest.files[role]
  if (file === undefined) throw new ModelRunError(message('model-without-file-of-role', { role }))
  return join(folder, file.path)
}

/** Nothing for a file whose texts cannot be read: what it lacks then is said by who asks for it. */
async function readMetadata(path: string): Promise<Readonly<Record<string, string>>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (position: number, length: number) => {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(length), position })
      return buffer.subarray(0, bytesRead)
    }
    const signature = await readSignatureFrom({ size, read })
    return signature.ok ? signature.value.metadata : {}
  } finally {
    await file.close()
  }
}

function factsOf({ manifest }: InstalledModel, { provider, passedOver, sessions }: SessionThread) {
  const [first] = sessions.values()
  return {
    id: manifest.id,
    vramBytes: null,
    provider,
    passedOver,
    batchSize: fixed(first?.inputs[0]?.dims[0]),
    inputWidth: manifest.input?.width ?? null,
    inputHeight: manifest.input?.height ?? null,
  }
}

function fixed(dim: number | string | undefined): number | null {
  return typeof dim === 'number' && dim > 0 ? dim : null
}
