import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultyStore } from '#common/stores/faults'
import type { DatasetStaging } from '#core/exchange/datasets/staging-ports'
import type { ZipInbox } from '#core/exchange/zip-uploads/ports'
import { ReadOnlyError } from '#core/ports'
import type { ModelKeeping } from '../adapters/model-keeping.ts'
import type { SecretStore } from '../ports.ts'

/** Throws why nothing of a store is written. */
export type Refuse = () => never

export function refuser(faulty: FaultyStore): Refuse {
  return () => {
    throw new ReadOnlyError(faulty)
  }
}

/** Whether each function of an object writes; a new one does not compile before it is classed. */
export type Access<Target> = { readonly [Name in keyof Target]-?: 'read' | 'write' }

/** The same object, whose functions that write refuse. */
export function refusing<Target extends object>(
  target: Target,
  access: Access<Target>,
  refuse: Refuse | undefined,
): Target {
  if (refuse === undefined) return target
  const writing = Object.entries(access).filter(([, kind]) => kind === 'write')
  return { ...target, ...Object.fromEntries(writing.map(([name]) => [name, async () => refuse()])) }
}

/** Settings of a library that are read from a private folder while nothing of the library is written. */
const SETTINGS = ['connections.json', 'model-settings.json', 'providers.json', 'sessions.json']

export function copySettings(library: string, folder: string): void {
  for (const name of SETTINGS) {
    if (existsSync(join(library, name))) copyFileSync(join(library, name), join(folder, name))
  }
}

const DRAFTS: Access<ModelKeeping['modelSources']['drafts']> = {
  open: 'write',
  receive: 'write',
  link: 'write',
  partial: 'write',
  discard: 'write',
  files: 'read',
  arrived: 'read',
  bytes: 'read',
  all: 'read',
}

const MODELS: Access<ModelKeeping['modelSources']['folder']> = {
  stage: 'write',
  change: 'write',
  publish: 'write',
  unstage: 'write',
  trash: 'write',
  restore: 'write',
  deleteTrashed: 'write',
  isPublished: 'read',
  trashed: 'read',
  freeBytes: 'read',
}

const PROVIDERS: Access<ModelKeeping['modelSources']['providers']> = {
  order: 'read',
  verdicts: 'read',
  choice: 'read',
  choose: 'write',
}

const INBOX: Access<ZipInbox> = {
  receive: 'write',
  discard: 'write',
  has: 'read',
  open: 'read',
  place: 'read',
  tasks: 'read',
}

const STAGING: Access<DatasetStaging> = {
  open: 'write',
  receive: 'write',
  seal: 'write',
  discard: 'write',
  read: 'read',
  place: 'read',
  all: 'read',
}

/** Models run as usual; none can be installed or removed. */
export function modelsForReading(kept: ModelKeeping, refuse: Refuse | undefined): ModelKeeping {
  const { drafts, folder, settings, providers } = kept.modelSources
  return {
    ...kept,
    modelSources: {
      ...kept.modelSources,
      drafts: refusing(drafts, DRAFTS, refuse),
      folder: refusing(folder, MODELS, refuse),
      settings: refusing(settings, { read: 'read', write: 'write' }, refuse),
      providers: refusing(providers, PROVIDERS, refuse),
    },
  }
}

export function inboxForReading(inbox: ZipInbox, refuse: Refuse | undefined): ZipInbox {
  return refusing(inbox, INBOX, refuse)
}

export function stagingForReading(staging: DatasetStaging, refuse: Refuse | undefined): DatasetStaging {
  return refusing(staging, STAGING, refuse)
}

/** Secrets that let pages and scripts in: new ones stay the same when the library is accepted. */
const LASTING = ['studio-token', 'link-secret', 'management-api-key']

interface HeldSecrets extends SecretStore {
  /** Keeps what lets pages and scripts in where secrets are kept. */
  settle(): Promise<void>
}

/** Secrets as they are kept; new ones stay in memory. */
export function heldSecrets(kept: SecretStore): HeldSecrets {
  const held = new Map<string, string | undefined>()
  return {
    place: kept.place,
    choose: kept.choose,
    read: async (name) => (held.has(name) ? held.get(name) : kept.read(name)),
    write: async (name, secret) => void held.set(name, secret),
    remove: async (name) => void held.set(name, undefined),
    async settle() {
      for (const name of LASTING) {
        const secret = held.get(name)
        if (secret !== undefined) await kept.write(name, secret)
      }
    },
  }
}
