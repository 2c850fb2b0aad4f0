import { ok } from '#common/result'
import { isPicturePath } from '#core/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { defineImporter } from '../define.ts'
import { baseName, folderOf, isAside } from '../kit/paths.ts'
import { textLines } from '../kit/texts.ts'

const LIST = /^(?:LOC_synset_mapping|synset_words|words)\.txt$/i
const WNID = /^n\d{8}$/

/** ImageNet: folders that are called by the numbers of WordNet, and a list of what these stand for. */
export const imageNet = defineImporter({
  id: 'imagenet',
  title: 'ImageNet',
  isOfFolders: true,
  async recognise({ files }) {
    const isListed = files.some(({ path }) => LIST.test(baseName(path)))
    const own = files.filter(({ path }) => isPicturePath(path) && !isAside(path) && wnidOf(path) !== undefined)
    return isListed ? own : []
  },
  async *read(pictures, dataset) {
    const names = await namesIn(dataset, pictures)
    for (const { path } of pictures) {
      const wnid = wnidOf(path)
      if (wnid === undefined) continue
      const whole = { className: names.get(wnid) ?? wnid, kind: 'whole' } as const
      yield { name: path, source: { path }, objects: () => ok([whole]) }
    }
  },
})

/** Tiny ImageNet has one more folder, `images`, below each. */
function wnidOf(path: string): string | undefined {
  const folders = folderOf(path).split('/')
  return folders.slice(-2).findLast((folder) => WNID.test(folder))
}

/** `n01440764 tench, Tinca tinca`: the first word, unless two numbers share it, as the two cranes do. */
async function namesIn(dataset: DatasetFiles, pictures: readonly DatasetFile[]): Promise<ReadonlyMap<string, string>> {
  const used = new Set(pictures.map(({ path }) => wnidOf(path)))
  const said = new Map<string, string>()
  for (const list of dataset.files.filter(({ path }) => LIST.test(baseName(path)))) {
    for await (const line of textLines(dataset, list)) {
      const { wnid = '', words = '' } =
        ('text' in line && /^(?<wnid>n\d{8})\s+(?<words>.+)$/.exec(line.text)?.groups) || {}
      if (used.has(wnid)) said.set(wnid, words.trim())
    }
  }
  const first = (words: string) => words.split(',')[0]?.trim() ?? words
  const counts = Map.groupBy(said.values(), first)
  return new Map(
    [...said].map(([wnid, words]) => [wnid, (counts.get(first(words))?.length ?? 0) > 1 ? words : first(words)]),
  )
}
