import { isImageName } from '#common/image-kinds'
import { ok } from '#common/result'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../../../kit/png/reader.ts'
import { defineImporter } from '../../define.ts'
import { masksBeside } from '../../kit/masks/beside.ts'
import type { ValueClass } from '../../kit/masks/classified.ts'
import { readClassifiedMasks } from '../../kit/masks/read.ts'
import { baseName, folderOf } from '../../kit/paths.ts'

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
    const masks = labels.map((file) => ({
      file,
      name: images.get(file) ?? file.path,
      shown: blackAndWhite,
      classOf: () => defectOf(file.path),
    }))
    yield* readClassifiedMasks(masks, dataset)
    yield* soundImages(labels, dataset)
  },
})

function defectOf(path: string): (value: number) => ValueClass {
  const className = baseName(folderOf(path))
  return (value) => (value === 0 ? { className: undefined, nobody: 'background' } : { className })
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
