import { z } from 'zod'
import { folded } from '#core/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { jsonBatches } from '../json/elements.ts'
import { pauses } from '../pauses.ts'

const Key = z.union([z.number(), z.string()])
const Image = z.looseObject({ id: Key, file_name: z.string() })
const Annotation = z.looseObject({ image_id: Key })

/**
 * A COCO file about many pictures as one document for each, by file name in lower case: taken apart once, it is not read anew for
 * every picture. Entries are kept as texts, which take a fraction of the memory of what they say. Undefined where it is no COCO.
 */
export async function cocoByPicture(
  dataset: DatasetFiles,
  file: DatasetFile,
): Promise<((fileName: string) => string | undefined) | undefined> {
  const images = new Map<string, { readonly key: string; readonly text: string }>()
  const annotations = new Map<string, string[]>()
  const categories: string[] = []

  function take(list: string, value: unknown): boolean {
    if (list === 'categories') return categories.push(JSON.stringify(value)) > 0
    return list === 'images' ? takeImage(Image.safeParse(value)) : takeAnnotation(Annotation.safeParse(value))
  }

  function takeImage({ success, data }: z.ZodSafeParseResult<z.infer<typeof Image>>): boolean {
    if (!success) return false
    const name = folded(data.file_name.split(/[\\/]/).at(-1) ?? '')
    images.set(name, { key: String(data.id), text: JSON.stringify(data) })
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
  return (fileName) => {
    const image = images.get(folded(fileName))
    if (image === undefined) return undefined
    const said = annotations.get(image.key) ?? []
    return `{"images":[${image.text}],"annotations":[${said.join()}],"categories":[${categories.join()}]}`
  }
}
