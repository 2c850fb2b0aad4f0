import { isJunk, nameOf, type Picked, type PickedFile } from '#renderer/ui/files/picked'

const LABELS = /\.(?:txt|json|jsonl|ndjson|xml|[ct]sv|ya?ml|names|labels|manifest|tfrecord|record)$/i
/** Texts that people put beside images, which say nothing of labels. */
const ABOUT = /^(?:readme|licen[cs]e|copying|changelog|notes?)\b/i

/** So many files are listed before it is decided; images go on being found while the first are sent. */
const LOOKED_THROUGH = 20_000

/** Whether a file is a part of a dataset beyond its images: a file with labels. */
export function isLabelFile(path: string): boolean {
  return LABELS.test(path) && !ABOUT.test(nameOf(path))
}

/** Whether what was given is to be looked through as a dataset: labels among the files, or one archive. */
export function isDataset(files: readonly PickedFile[]): boolean {
  const wanted = files.filter(({ path }) => !isJunk(path))
  const [only] = wanted
  if (wanted.length === 1 && only !== undefined && /\.zip$/i.test(only.path)) return true
  return wanted.some(({ path }) => isLabelFile(path))
}

/** Whether images are in two or more folders, whose names may be classes; the check decides. */
export function isInFolders(files: readonly PickedFile[]): boolean {
  const folders = files.filter(({ path }) => !isJunk(path)).map(({ path }) => path.split('/').slice(0, -1).join('/'))
  return new Set(folders.filter((folder) => folder !== '')).size > 1
}

const IN_SPLIT = /(?:^|\/)(?:train|training|val|valid|validation|test|testing)\/(?<name>[^/]+)\/[^/]+$/i
/** Folders that are called after their contents. */
const VAGUE = /^(?:images?|imgs?|labels?|images?|photos?|jpegimages|data)$/i

/** Whether images lie in several folders inside those of splits, as those of classes do. */
export function isInClasses(files: readonly PickedFile[]): boolean {
  const wanted = files.filter(({ path }) => !isJunk(path))
  const names = new Set(wanted.map(({ path }) => IN_SPLIT.exec(path)?.groups?.['name'] ?? ''))
  return [...names].filter((name) => name !== '' && !VAGUE.test(name)).length > 1
}

interface LookedThrough {
  readonly isDataset: boolean
  /** Whether the folders may be classes. */
  readonly isInFolders: boolean
  /** Whether they look like it. */
  readonly isInClasses: boolean
  readonly picked: Picked
}

/** Lists files until it is known what they are; the same files then come out of `picked`. */
export async function lookThrough(picked: Picked): Promise<LookedThrough> {
  const chunks = picked.chunks[Symbol.asyncIterator]()
  const found: PickedFile[] = []
  let isWhole = false
  while (!isWhole && found.length < LOOKED_THROUGH && !found.some(({ path }) => isLabelFile(path) && !isJunk(path))) {
    const next = await chunks.next()
    if (next.done === true) isWhole = true
    else for (const file of next.value) found.push(file)
  }
  const rest = { [Symbol.asyncIterator]: () => chunks }
  const whole = { folder: picked.folder, chunks: joined(found, rest) }
  const looks = { isDataset: isDataset(found), isInFolders: isInFolders(found), isInClasses: isInClasses(found) }
  return { ...looks, picked: whole }
}

async function* joined(
  found: readonly PickedFile[],
  rest: AsyncIterable<readonly PickedFile[]>,
): AsyncGenerator<readonly PickedFile[]> {
  yield found
  yield* rest
}
