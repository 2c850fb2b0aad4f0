import { z } from 'zod'
import { refusal } from '#common/errors'
import { folded, lastPart, partsOf } from '#core/exchange/datasets/places'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/exchange/datasets/ports'
import { jsonBatches } from '../json/elements.ts'
import { pauses } from '../pauses.ts'

const Key = z.union([z.number(), z.string()])
const Image = z.looseObject({ id: Key, file_name: z.string() })
const Annotation = z.looseObject({ image_id: Key })

/** An entry about an image. */
interface Entry {
  /** The path that it names, folded and with `/`. */
  readonly path: string
  readonly key: string
  readonly text: string
}

/**
 * A COCO file about many images as one document for each, by the end of its path, in any case of letters: taken apart once, it is not
 * read anew for every image. Entries are kept as texts, which take a fraction of the memory of what they say. Undefined where it is no
 * COCO. Asking for an image throws `DatasetFileError` where it is not clear whether an entry means it.
 */
export async function cocoByImage(
  dataset: DatasetFiles,
  file: DatasetFile,
): Promise<((name: string) => string | undefined) | undefined> {
  const images = new Map<string, Map<string, Entry>>()
  const annotations = new Map<string, string[]>()
  const categories: string[] = []

  function take(list: string, value: unknown): boolean {
    if (list === 'categories') return categories.push(JSON.stringify(value)) > 0
    return list === 'images' ? takeImage(Image.safeParse(value)) : takeAnnotation(Annotation.safeParse(value))
  }

  function takeImage({ success, data }: z.ZodSafeParseResult<z.infer<typeof Image>>): boolean {
    if (!success) return false
    const path = folded(partsOf(data.file_name).join('/'))
    const alike = images.get(lastPart(path)) ?? new Map<string, Entry>()
    images.set(lastPart(path), alike.set(path, { path, key: String(data.id), text: JSON.stringify(data) }))
    return true
  }

  function takeAnnotation({ success, data }: z.ZodSafeParseResult<z.infer<typeof Annotation>>): boolean {
    if (!success) return false
    const key = String(data.image_id)
    const there = annotations.get(key)
    const text = JSON.stringify(data)
    if (there) there.push(text)
    else annotations.set(key, [text])
    return true
  }

  const keys = ['images', 'annotations', 'categories']
  for await (const { key, values } of jsonBatches(dataset, file, { keys, pause: pauses() })) {
    for (const value of values) if (!take(key, value)) return undefined
  }
  if (images.size === 0) return undefined
  return (name) => {
    const image = entryOf([...(images.get(lastPart(folded(name)))?.values() ?? [])], folded(name))
    if (image === undefined) return undefined
    const said = annotations.get(image.key) ?? []
    return `{"images":[${image.text}],"annotations":[${said.join()}],"categories":[${categories.join()}]}`
  }
}

/** The entry that names an image of which so much of the path is known. */
function entryOf(alike: readonly Entry[], name: string): Entry | undefined {
  const found = alike.filter(({ path }) => isEnd(name, path))
  const isVague = found.length > 1 || (found.length === 0 && alike.some(({ path }) => isEnd(path, name)))
  if (!isVague) return found[0]
  throw new DatasetFileError(refusal('images-of-one-name', { name: lastPart(name) }))
}

function isEnd(end: string, path: string): boolean {
  return `/${path}`.endsWith(`/${end}`)
}
