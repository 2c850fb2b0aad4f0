import { z } from 'zod'
import { type Refusal, refusal } from '../errors.ts'
import { message } from '../messages/message.ts'
import { STORES } from '../messages/plain/stores.ts'
import { type Message, sentenceBy, type Template } from '../messages/template.ts'

/** The two databases of a library, each beside the files that its rows name. */
export const StoreName = z.enum(['library', 'events'])
export type StoreName = z.infer<typeof StoreName>

/**
 * Why a database does not match the files beside it. `missing`, `empty`: there is no database, or nothing in it. `unreadable`: it is damaged
 * so that it cannot be opened, or no database of Tessera. `damaged`: parts of it cannot be read. `foreign`: it belongs to another library. `older`: it lacks changes that were on disk before.
 * `identity-lost`: the file that says which database belongs here is missing or damaged. `files-foreign`: the files that lie beside it belong
 * to another one. `files-missing`: there are none, although its rows name some.
 */
export const StoreFault = z.enum([
  'missing',
  'empty',
  'unreadable',
  'damaged',
  'foreign',
  'older',
  'identity-lost',
  'files-foreign',
  'files-missing',
])
export type StoreFault = z.infer<typeof StoreFault>

/**
 * Result of accepting a store. `emptied`: an empty one takes its place. `rebuilt`: it is written again where all of
 * its rows can be read, and else an empty one takes its place. `kept`: it goes on.
 */
export type Acceptance = 'emptied' | 'rebuilt' | 'kept'

export const ACCEPTANCES: Readonly<Record<StoreFault, Acceptance>> = {
  missing: 'emptied',
  empty: 'emptied',
  unreadable: 'emptied',
  damaged: 'rebuilt',
  foreign: 'kept',
  older: 'kept',
  'identity-lost': 'kept',
  'files-foreign': 'kept',
  'files-missing': 'kept',
}

/** A store that was opened for reading only, and why. */
export const FaultyStore = z.object({ store: StoreName, fault: StoreFault })
export type FaultyStore = z.infer<typeof FaultyStore>

/** Files that lie beside a database; `unreferenced`: those that none of its rows names, null where that is not known. */
export const StoreFiles = z.object({
  store: StoreName,
  files: z.int().nonnegative(),
  unreferenced: z.int().nonnegative().nullable(),
})
export type StoreFiles = z.infer<typeof StoreFiles>

const DATABASES: Readonly<Record<StoreName, string>> = { library: 'library.db', events: 'events.db' }
const IDENTITIES: Readonly<Record<StoreName, string>> = {
  library: 'library.identity.json',
  events: 'events.identity.json',
}

/** Where the files of a store lie, seen from the folder of the library. */
export const FILE_FOLDERS: Readonly<Record<StoreName, string>> = { library: 'blobs', events: 'events/media' }

/** The files of a store, as they lie in the folder of the library: what is to be moved out before others take their place. */
export function storeFiles(store: StoreName): readonly string[] {
  const folder = store === 'events' ? 'events/' : ''
  const database = folder + DATABASES[store]
  return [database, `${database}-wal`, `${database}-shm`, folder + IDENTITIES[store]]
}

/** The fault that was found, as a clause. */
export function storeFault({ store, fault }: FaultyStore): Message {
  const names = { database: DATABASES[store], identity: IDENTITIES[store], folder: FILE_FOLDERS[store] }
  return message(`store-${fault}`, names)
}

/** The same in English: "library.db is missing". */
export function faultFound(faulty: FaultyStore): string {
  return sentenceBy(wordsOf, storeFault(faulty))
}

/** Of the clauses alone: pages carry no other English of the core. */
const CLAUSES: ReadonlyMap<string, Template> = new Map(Object.entries(STORES))

function wordsOf(code: string): Template {
  return CLAUSES.get(code) ?? code
}

/** Why a write is refused, and the way out. */
export function readOnlyRefusal(faulty: FaultyStore): Refusal {
  const isWithoutFiles = faulty.fault === 'files-missing'
  const found = storeFault(faulty)
  if (faulty.store === 'library') {
    return isWithoutFiles ? refusal('library-without-files', {}, found) : refusal('library-is-read-only', {}, found)
  }
  return isWithoutFiles
    ? refusal('event-store-without-files', {}, found)
    : refusal('event-store-is-read-only', {}, found)
}
