import { ImageId, ProjectSlug } from '#common/ids'
import { t } from '#renderer/kit/words/words'
import { type Journal, KeptActs } from './journal.ts'

const NAME = 'tessera.unwritten'
const STORE = 'acts'

/**
 * The journal of a project in the browser's own database, which outlives the window. `place` tells projects of other libraries and
 * machines apart. Where a browser keeps nothing, the window still asks before it closes.
 */
export function indexedJournal(place: Promise<string>, project: ProjectSlug): Journal {
  return {
    keep: (image, kept) => void keep([place, project, image], kept).catch(() => undefined),
    async read() {
      const rows = await rowsOf(await place)
      const own = rows.filter((row) => row.project === project)
      return new Map(own.map(({ image, kept }) => [image, kept]))
    },
  }
}

/** Projects of a place of which something waits to be written. */
export async function projectsInJournal(place: string): Promise<readonly ProjectSlug[]> {
  return [...new Set((await rowsOf(place)).map(({ project }) => project))]
}

type Key = readonly [place: Promise<string>, project: ProjectSlug, image: ImageId]

async function keep([place, project, image]: Key, kept: KeptActs | undefined): Promise<void> {
  const key = [await place, project, image]
  const transaction = (await database()).transaction(STORE, 'readwrite')
  const store = transaction.objectStore(STORE)
  const done = kept === undefined ? ended(store.delete(key)) : ended(store.put(kept, key))
  // Told at once that nothing follows, the browser keeps it also when the window is gone before it could answer.
  transaction.commit()
  await done
}

async function rowsOf(place: string) {
  const store = (await database()).transaction(STORE).objectStore(STORE)
  const range = IDBKeyRange.bound([place], [place, []])
  const [keys, values] = await Promise.all([ended(store.getAllKeys(range)), ended(store.getAll(range))])
  return keys.flatMap((key, nth) => {
    const [, slug, id] = Array.isArray(key) ? key : []
    const parsed = [ProjectSlug.safeParse(slug), ImageId.safeParse(id), KeptActs.safeParse(values[nth])] as const
    const [project, image, kept] = parsed
    return project.success && image.success && kept.success
      ? [{ project: project.data, image: image.data, kept: kept.data }]
      : []
  })
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
    request.addEventListener('error', () => reject(request.error ?? new Error(t('The browser keeps nothing'))))
  })
}
