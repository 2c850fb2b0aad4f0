import { z } from 'zod'

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
 * Result of accepting a store. `emptied`: an empty one takes its place. `rebuilt`: it is written anew where all of
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

/** What was found, as a clause: "library.db is missing". */
export function faultFound({ store, fault }: FaultyStore): string {
  const database = DATABASES[store]
  switch (fault) {
    case 'missing':
      return `${database} is missing`
    case 'empty':
      return `${database} is empty`
    case 'unreadable':
      return `${database} is damaged or is not a Tessera database`
    case 'damaged':
      return `${database} is damaged`
    case 'foreign':
      return `${database} belongs to another library`
    case 'older':
      return `${database} is an older copy, or its latest changes are damaged`
    case 'identity-lost':
      return `${IDENTITIES[store]} is missing or damaged`
    case 'files-foreign':
      return `${database} and the files in ${FILE_FOLDERS[store]} belong to different libraries`
    case 'files-missing':
      return `the folder ${FILE_FOLDERS[store]} is missing or empty, but ${database} refers to files in it`
  }
}

/** Why a write is refused, and the way out. */
export function readOnlySentence(faulty: FaultyStore): string {
  const found = faultFound(faulty)
  if (faulty.fault === 'files-missing')
    return faulty.store === 'library'
      ? `The library is read-only: ${found}. Mount or restore the folder and restart Tessera, or accept the library as it is (in the studio or with --adopt)`
      : `The event store is read-only: ${found}. Mount or restore the folder and restart Tessera, or accept the event store as it is (in the studio or with --adopt)`
  return faulty.store === 'library'
    ? `The library is read-only: ${found}. Restore the correct file and restart Tessera, or accept the library as it is (in the studio or with --adopt)`
    : `The event store is read-only: ${found}. Restore the correct file and restart Tessera, or accept the event store as it is (in the studio or with --adopt)`
}
