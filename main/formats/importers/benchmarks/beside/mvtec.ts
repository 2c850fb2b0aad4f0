import { isImageName } from '#common/image-kinds'
import { ok } from '#common/result'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import type { PngPixels } from '../../../kit/png/reader.ts'
import { defineImporter, eachFile, type Findings } from '../../define.ts'
import { masksBeside } from '../../kit/masks/beside.ts'
import { type MaskObject, objectsOfMask } from '../../kit/masks/described.ts'
import { readMask } from '../../kit/masks/files.ts'
import { outlinesOfRegion, regionsOf } from '../../kit/masks/regions.ts'
import { baseName, folderOf } from '../../kit/paths.ts'
import { type Pause, pauses } from '../../kit/pauses.ts'

/** Images without a defect. */
const GOOD = /^(?<category>.*?)(?:train|test)\/good\/[^/]*$/i

/** MVTec AD: a mask for each image with a defect, in a folder that is called as the defect. */
export const mvtec = defineImporter({
  id: 'mvtec-ad',
  title: 'MVTec AD',
  isOfMasks: true,
  recognise: async ({ files }) => [...masksBeside(files, 'mvtec-ad').keys()],
  async *read(labels, dataset) {
    const images = masksBeside(dataset.files, 'mvtec-ad')
    const pause = pauses()
    yield* eachFile(labels, (file) => readFile({ file, dataset, name: images.get(file) ?? file.path, pause }))
    yield* soundImages(labels, dataset)
  },
})

interface Mask {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  /** The image. */
  readonly name: string
  readonly pause: Pause
}

async function* readFile({ file, dataset, name, pause }: Mask): Findings {
  const { path } = file
  const png = await readMask(dataset, file, pause)
  if (!png.ok) return yield png.error
  const shown = blackAndWhite(png.value)
  const objects: MaskObject[] = []
  for (const region of (await regionsOf(shown, pause)) ?? []) {
    await pause()
    if (region.value !== 0)
      objects.push({ className: baseName(folderOf(path)), rings: outlinesOfRegion(shown, region) })
  }
  yield { name, source: { path }, objects: objectsOfMask(shown, objects) }
}

/** Whatever is not black is the defect, also where its edge is smoothed. */
function blackAndWhite(png: PngPixels): PngPixels {
  return { ...png, values: png.values.map((value) => Number(value !== 0)) }
}

/** Beside the images with defects lie those without any. */
function* soundImages(labels: readonly DatasetFile[], { files }: DatasetFiles) {
  const categories = new Set(labels.map(({ path }) => folderOf(folderOf(folderOf(path)))))
  for (const { path } of files) {
    const category = GOOD.exec(path)?.groups?.['category']?.replace(/\/$/, '')
    if (category === undefined || !categories.has(category) || !isImageName(path)) continue
    yield { name: path, source: { path }, objects: () => ok([]) }
  }
}
