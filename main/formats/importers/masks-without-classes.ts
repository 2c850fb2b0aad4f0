import { message } from '#common/messages/message'
import { defineImporter } from './define.ts'
import { pairedMasks } from './kit/masks/tableless.ts'
import { folderOf } from './kit/paths.ts'

/** Masks of which nothing tells the classes: they are no images, and say nothing of those beside them. */
export const masksWithoutClasses = defineImporter({
  id: 'masks-without-classes',
  title: message('title-masks-without-classes'),
  isOfMasks: true,
  recognise: async (dataset) => [...(await pairedMasks(dataset)).unused.keys()],
  async *read(labels, dataset) {
    const { unused } = await pairedMasks(dataset)
    const folders = Map.groupBy(labels, (file) => `${folderOf(file.path)} ${JSON.stringify(unused.get(file))}`)
    for (const [first] of folders.values()) {
      const reason = first && unused.get(first)
      if (reason) yield { path: first.path, reason }
    }
  },
})
