import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { ImageId, ProjectAddress, ProjectSlug, TaskId, WorkspaceSlug } from '../ids.ts'
import { FaultyStore, StoreFiles, StoreName } from '../stores/faults.ts'
import { onMachine, Said } from './kit.ts'

/** Where the API keys lie. `session`: in memory until the program ends. `undecided`: no usable keychain, a person must choose. */
export const SecretPlace = z.object({
  kind: z.enum(['keychain', 'file', 'session', 'undecided']),
  /** Which keychain, which file, why not the keychain. */
  detail: Said,
})
export type SecretPlace = z.infer<typeof SecretPlace>

const Server = z.object({ url: z.string(), port: z.number().int() }).nullable()

/** Things that a screen may offer. On this machine all of them; on a remote, those that its management API can do and undo. */
export const Ability = z.enum([
  'import',
  'import-dataset',
  'sort',
  'move-to-split',
  'bulk-acts',
  'other-projects',
  'saved-views',
  'table',
  'find-alike',
  'triage',
  'trash-images',
  'trash-empty-project',
  'change-classes',
  'image-states',
  'reviews',
  'comments',
  'sorting',
  'model-labels',
  'rebalance',
  'rebalance-moves',
  'versions',
  'version-diff',
  'preview-order',
  'export-preview',
  'health',
  'trash',
  'catalog',
  'publish',
  'folders',
  'jobs',
  'manage-jobs',
  'fetch',
  'edit-images',
  'export-images',
  'export-picked',
  'api-keys',
  'revoke-keys',
  'cancel-tasks',
  'send',
  'events-to-project',
  'history',
])
export type Ability = z.infer<typeof Ability>

/** Where the studio's projects lie. */
export const Place = z.object({
  connection: z.string(),
  /** As a person named it; null, as the host, on this machine. */
  name: z.string().nullable(),
  host: z.string().nullable(),
  /** Whether everything works there that works on this machine: a Tessera of the same version, or this machine itself. */
  isWhole: z.boolean(),
  /** `offline`: it does not answer. `locked`: it answers and does not take the key. Both are tried again. */
  state: z.enum(['open', 'offline', 'locked']),
  /** Why it is not open. */
  reason: Said.nullable(),
})
export type Place = z.infer<typeof Place>

export const Session = z.object({
  workspace: z.object({ slug: WorkspaceSlug, name: z.string() }),
  appVersion: z.string(),
  /** `station`: the page runs in a browser; `desktop`: in Tessera's own window. */
  shell: z.enum(['station', 'desktop']),
  library: z.object({ path: z.string(), freeBytes: z.number(), usedBytes: z.number() }),
  cores: z.number().int(),
  servers: z.object({ management: Server, inference: Server, events: Server }),
  secrets: SecretPlace,
  /** Databases that do not match the files beside them: they are shown, and nothing of them is written. */
  readOnly: z.array(FaultyStore),
  segmenter: z.string(),
  /** Hosts of the own network that images may be fetched from. */
  trustedHosts: z.array(z.string()),
  /** Another machine's management API that projects can be sent to; `reachable`: it answers and takes the key. */
  remote: z.object({ url: z.string(), workspace: z.string(), reachable: z.boolean() }).nullable(),
  place: Place,
  abilities: z.array(Ability),
})
export type Session = z.infer<typeof Session>

/** Something in the library changed; screens reload what they show of it. Ids are absent when many changed. */
export const LibraryNote = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('projects') }),
  z.object({ kind: z.literal('keys') }),
  z.object({ kind: z.literal('workflows') }),
  z.object({ kind: z.literal('models') }),
  /** `revision` is that of the labels, where they were written. */
  z.object({
    kind: z.literal('images'),
    project: ProjectAddress,
    image: ImageId.optional(),
    revision: z.int().optional(),
  }),
  z.object({ kind: z.literal('classes'), project: ProjectSlug }),
  z.object({ kind: z.literal('versions'), project: ProjectAddress }),
  z.object({ kind: z.literal('jobs'), project: ProjectSlug }),
  z.object({ kind: z.literal('views'), project: ProjectSlug }),
  z.object({ kind: z.literal('task'), taskId: TaskId }),
  /** Events of this machine came, changed or went; a few times a second at most, however many they are. */
  z.object({ kind: z.literal('events') }),
  z.object({ kind: z.literal('connections') }),
  /** The studio works on another place now: nothing that a screen shows is right any more. */
  z.object({ kind: z.literal('moved') }),
  /** The other machine went away, or is back. */
  z.object({ kind: z.literal('place'), isOpen: z.boolean() }),
])
export type LibraryNote = z.infer<typeof LibraryNote>

/** Kinds of notes about the machine itself, which concern none of its projects. */
const OF_THE_MACHINE: ReadonlySet<LibraryNote['kind']> = new Set(['models', 'events', 'connections', 'moved', 'place'])

/** Whether a note concerns the projects of a library: it is told to whoever works on them from another machine. */
export function isOfProjects({ kind }: LibraryNote): boolean {
  return !OF_THE_MACHINE.has(kind)
}

export const sessionContract = {
  read: onMachine.output(Session),
  /** Only for a station without a usable keychain: where to keep the keys. */
  chooseSecrets: onMachine.input(z.object({ place: z.enum(['file', 'session']) })).output(SecretPlace),
  /** Counts the files beside each database that is read-only; large libraries take a moment. */
  storeFiles: onMachine.output(z.array(StoreFiles)),
  /** Goes on with these databases as they are. `isRestarting`: Tessera restarts itself; otherwise the user must restart it. */
  acceptStores: onMachine
    .input(z.object({ stores: z.array(StoreName).min(1) }))
    .output(z.object({ isRestarting: z.boolean() })),
  watch: onMachine.output(eventIterator(LibraryNote)),
}
