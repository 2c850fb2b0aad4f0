import { defineImporter } from './define.ts'
import { masksWithoutTable, tablelessSentence } from './kit/masks/tableless.ts'
import { folderOf } from './kit/paths.ts'

/** Masks of which nothing tells the classes: they are no images, and say nothing of those beside them. */
export const masksWithoutClasses = defineImporter({
  id: 'masks-without-classes',
  title: 'Masks without classes',
  isOfMasks: true,
  recognise: async ({ files }) => [...masksWithoutTable(files).keys()],
  async *read(labels, { files }) {
    const tables = masksWithoutTable(files)
    const folders = Map.groupBy(labels, (file) => `${folderOf(file.path)} ${tables.get(file)}`)
    for (const [first] of folders.values()) {
      const table = first && tables.get(first)
      if (table) yield { path: first.path, reason: tablelessSentence(table) }
    }
  },
})
