import { isImageName } from '#common/image-kinds'
import type { DatasetImporter } from '#core/exchange/datasets/ports'

/** An importer beside whose files masks lie that it does not read: they are no images of the dataset. */
export function unreadMasks(importer: DatasetImporter, masks: RegExp): DatasetImporter {
  return {
    ...importer,
    async recognise(dataset) {
      const labels = await importer.recognise(dataset)
      if (labels.length === 0) return labels
      return [...labels, ...dataset.files.filter(({ path }) => isImageName(path) && masks.test(path))]
    },
    read(labels, dataset, type) {
      const own = labels.filter(({ path }) => !isImageName(path))
      return importer.read(own, dataset, type)
    },
  }
}
