import { z } from 'zod'
import { readZip } from '../../../kit/zip-file.ts'

const Coco = z.object({
  images: z.array(z.object({ id: z.number(), file_name: z.string(), width: z.number(), height: z.number() })),
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
  annotations: z.array(
    z.object({
      image_id: z.number(),
      category_id: z.number(),
      bbox: z.array(z.number()),
      segmentation: z.array(z.array(z.number())),
    }),
  ),
})

/** Returns the annotation file of the train split, and the paths of everything in the archive. */
export async function readCocoArchive(archive: Buffer) {
  const entries = await readZip(archive)
  return { paths: [...entries.keys()], ...Coco.parse(JSON.parse(String(entries.get('train/_annotations.coco.json')))) }
}

/** Returns the class description, and the numbers in the annotation file of each train image. */
export async function readYoloArchive(archive: Buffer) {
  const entries = await readZip(archive)
  const labels = [...entries].filter(([path]) => path.startsWith('train/labels/'))
  const lines = labels.flatMap(([, text]) => String(text).trim().split('\n'))
  return { data: String(entries.get('data.yaml')), labels, lines: lines.map((line) => line.split(' ').map(Number)) }
}
