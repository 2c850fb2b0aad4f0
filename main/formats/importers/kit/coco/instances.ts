import { z } from 'zod'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { jsonBatches } from '../json/elements.ts'
import { pauses } from '../pauses.ts'

const Key = z.union([z.number(), z.string()]).transform(String)
const Image = z.looseObject({ id: Key, file_name: z.string() })
const Category = z.looseObject({ id: Key, name: z.string() })
const Annotation = z.looseObject({ image_id: Key, category_id: Key })

/** The images that a file has objects on. */
export interface Instances {
  readonly images: ReadonlySet<string>
}

/** The names of the images on which a COCO file has objects of some classes, whichever list comes first. */
export async function imagesWith(
  classNames: readonly string[],
  file: DatasetFile,
  dataset: DatasetFiles,
): Promise<Instances> {
  const wanted = new Set(classNames)
  const names = new Map<string, string>()
  const categories = new Set<string>()
  /** The images of each category, by their numbers. */
  const images = new Map<string, Set<string>>()
  const takes: Readonly<Record<string, (value: unknown) => void>> = {
    images(value) {
      const { data } = Image.safeParse(value)
      if (data) names.set(data.id, data.file_name)
    },
    categories(value) {
      const { data } = Category.safeParse(value)
      if (data && wanted.has(data.name)) categories.add(data.id)
    },
    annotations(value) {
      const { data } = Annotation.safeParse(value)
      if (!data) return
      const known = images.get(data.category_id)
      if (known) known.add(data.image_id)
      else images.set(data.category_id, new Set([data.image_id]))
    },
  }
  for await (const { key, values } of jsonBatches(dataset, file, { keys: Object.keys(takes), pause: pauses() })) {
    for (const value of values) takes[key]?.(value)
  }
  const found = [...categories].flatMap((category) => [...(images.get(category) ?? [])])
  return { images: new Set(found.flatMap((image) => names.get(image) ?? [])) }
}
