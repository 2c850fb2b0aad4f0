import { z } from 'zod'
import { ImageId, ProjectSlug } from '#common/ids'
import { freshSeed } from '#renderer/data/seed'
import { t } from '#renderer/words/words'
import { type Journal, KeptActs } from '../model/document/journal.ts'

const NAME = 'tessera.unwritten'
const STORE = 'acts'

/** This window's place. Those of later windows sort behind it. */
const WINDOW = `${Date.now().toString().padStart(15, '0')} ${freshSeed()}`

/**
 * The journal of a project in the browser's own database, which outlives the window. `place` tells projects of other libraries and
 * computers apart. Where a browser keeps nothing, the window still asks before it closes.
 */
export function indexedJournal(place: Promise<string>, project: ProjectSlug): Journal {
  const at = async (image: ImageId): Promise<Key> => [await place, project, image]
  return {
    keep: (image, kept) => void keep(at(image), kept).catch(() => undefined),
    async images({ parked }) {
      const own = (await rowsOf(await place)).filter((row) => row.project === project)
      const byImage = Map.groupBy(own, ({ image }) => image)
      return [...byImage].flatMap(([image, rows]) => (parked && !rows.every(isParked) ? [] : [image]))
    },
    take: async (image, { ifOwn }) => await take(await at(image), ifOwn),
  }
}

/** Projects of a place of which something waits to be written. */
export async function projectsInJournal(place: string): Promise<readonly ProjectSlug[]> {
  return [...new Set((await rowsOf(place)).map(({ project }) => project))]
}

type Key = readonly [place: string, project: ProjectSlug, image: ImageId]

/** Earlier releases kept one entry for each image, under a key without a window. */
const Kept = z.union([z.array(KeptActs), KeptActs.transform((only) => [only])])

async function keep(at: Promise<Key>, kept: readonly KeptActs[]): Promise<void> {
  const key = [...(await at), WINDOW]
  const transaction = (await database()).transaction(STORE, 'readwrite')
  const store = transaction.objectStore(STORE)
  const done = kept.length === 0 ? ended(store.delete(key)) : ended(store.put(kept, key))
  // Told at once that nothing follows, the browser keeps it also when the window is gone before it could answer.
  transaction.commit()
  await done
}

/** In one transaction, so that of two windows that take the same only one gets it. */
async function take(at: Key, ifOwn: boolean): Promise<readonly KeptActs[]> {
  const store = (await database()).transaction(STORE, 'readwrite').objectStore(STORE)
  const own = [...at, WINDOW]
  const range = IDBKeyRange.bound(at, [...at, []])
  const [found, keys, values] = await Promise.all([
    ended(store.count(own)),
    ended(store.getAllKeys(range)),
    ended(store.getAll(range)),
  ])
  if (ifOwn && found === 0) return []
  // An unreadable entry stays where it is: another release may read it.
  const readable = keys.flatMap((key, nth) => {
    const { data: kept } = Kept.safeParse(values[nth])
    return kept ? [{ key, kept }] : []
  })
  const kept = readable.flatMap((row) => row.kept)
  const moves = readable.map(({ key }) => ended(store.delete(key)))
  if (kept.length > 0) moves.push(ended(store.put(kept, own)).then(() => undefined))
  await Promise.all(moves)
  return kept
}

async function rowsOf(place: string) {
  const store = (await database()).transaction(STORE).objectStore(STORE)
  const range = IDBKeyRange.bound([place], [place, []])
  const [keys, values] = await Promise.all([ended(store.getAllKeys(range)), ended(store.getAll(range))])
  return keys.flatMap((key, nth) => {
    const [, slug, id] = Array.isArray(key) ? key : []
    const [project, image] = [ProjectSlug.safeParse(slug), ImageId.safeParse(id)] as const
    const kept = Kept.safeParse(values[nth]).data ?? []
    return project.success && image.success ? [{ project: project.data, image: image.data, kept }] : []
  })
}

/** Whether all of it waits for a deleted image. Acts that wait to be sent are of a window that is open, and sends them by itself. */
function isParked({ kept }: { readonly kept: readonly KeptActs[] }): boolean {
  return kept.length > 0 && kept.every(({ goneAt }) => goneAt !== undefined)
}

let opening: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opening ??= open()
  return opening
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return ended(request)
}

function ended<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(t('The browser cannot store changes'))))
  })
}
