import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstalledModel, LoadedModel } from '#core/inference/ports'
import { familyOf } from '../models/registry.ts'
import { batchedSession } from './batching.ts'
import { ModelRunError } from './errors.ts'
import type { ModelInstance, OpenedModel } from './family.ts'
import type { Session } from './session.ts'
import { openSessionThread } from './session-thread.ts'
import type { HostSettings } from './settings.ts'

/** Most pictures that one run of a network takes at once. */
const MOST_IN_BATCH = 8

/** A model that is loaded, with what it can do. */
export interface HostedModel {
  readonly model: InstalledModel
  readonly facts: LoadedModel
  readonly instance: ModelInstance
  /** Calls that are under way. */
  calls: number
  /** Counts up with every use, so that the least lately used is known. */
  lastUse: number
  close(): Promise<void>
}

interface Opening {
  readonly settings: HostSettings
  readonly workerUrl: URL
}

/** Loads the networks of a model and opens it by its family. Rejects with a `ModelRunError` when it cannot be loaded. */
export async function openModel(model: InstalledModel, { settings, workerUrl }: Opening): Promise<HostedModel> {
  const began = performance.now()
  const before = process.memoryUsage.rss()
  const family = familyOf(model.manifest.family)
  const pathOf = (role: string) => join(model.folder, model.manifest.files[role]?.path ?? '')
  const roles = family.networks.filter((role) => role in model.manifest.files)
  const files = Object.fromEntries(roles.map((role) => [role, pathOf(role)]))
  const thread = await openSessionThread({ files, providers: settings.providers, threads: settings.threads }, workerUrl)
  const sessions = new Map<string, Session>()
  let calls = 0
  for (const [role, session] of thread.sessions) {
    const isMoreComing = (waiting: number) => calls > waiting
    sessions.set(role, batchedSession(session, { most: MOST_IN_BATCH, isMoreComing }))
  }
  const opened: OpenedModel = {
    manifest: model.manifest,
    keep: thread.keep,
    drop: thread.drop,
    session(role) {
      const session = sessions.get(role)
      if (session === undefined) throw new ModelRunError(`The model has no network "${role}"`)
      return session
    },
    read: (role) => readFile(pathOf(role)),
  }
  const instance = await family.open(opened).catch(async (failure: unknown) => {
    await thread.close()
    throw failure
  })
  const first = thread.sessions.values().next().value
  return {
    model,
    instance,
    facts: {
      id: model.manifest.id,
      memoryBytes: Math.max(0, process.memoryUsage.rss() - before),
      vramBytes: null,
      provider: thread.provider,
      batchSize: fixed(first?.inputs[0]?.dims[0]),
      inputWidth: model.manifest.input?.width ?? null,
      inputHeight: model.manifest.input?.height ?? null,
      loadSeconds: (performance.now() - began) / 1000,
    },
    lastUse: 0,
    get calls() {
      return calls
    },
    set calls(now) {
      calls = now
    },
    async close() {
      await instance.close?.()
      await thread.close()
    },
  }
}

function fixed(dim: number | string | undefined): number | null {
  return typeof dim === 'number' && dim > 0 ? dim : null
}
