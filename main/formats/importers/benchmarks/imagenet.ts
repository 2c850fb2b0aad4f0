import { ok } from '#common/result'
import { isPicturePath } from '#core/datasets/places'
import type { DatasetFiles } from '#core/datasets/ports'
import { defineImporter } from '../define.ts'
import { baseName, folderOf, isAside } from '../kit/paths.ts'
import { textLines } from '../kit/texts.ts'

const LIST = /^(?:LOC_synset_mapping|synset_words|words)\.txt$/i
const WNID = /^n\d{8}$/

/** ImageNet: folders that are called by the numbers of WordNet or by other identifiers, and a list of what these stand for. */
export const imageNet = defineImporter({
  id: 'imagenet',
  title: 'ImageNet',
  isOfFolders: true,
  async recognise(dataset) {
    const { files } = dataset
    if (!files.some(({ path }) => LIST.test(baseName(path)))) return []
    const listed = await wordsIn(dataset)
    return files.filter(({ path }) => isPicturePath(path) && !isAside(path) && identifierOf(path, listed) !== undefined)
  },
  async *read(pictures, dataset) {
    const listed = await wordsIn(dataset)
    const used = new Set(pictures.map(({ path }) => identifierOf(path, listed)))
    const names = namesOf(new Map([...listed].filter(([id]) => used.has(id))))
    for (const { path } of pictures) {
      const id = identifierOf(path, listed)
      if (id === undefined) continue
      const whole = { className: names.get(id) ?? id, kind: 'whole' } as const
      yield { name: path, source: { path }, objects: () => ok([whole]) }
    }
  },
})

type Words = ReadonlyMap<string, string>

/** Of WordNet, or any that is listed. Tiny ImageNet has one more folder, `images`, below each. */
function identifierOf(path: string, listed: Words): string | undefined {
  const folders = folderOf(path).split('/')
  return folders.slice(-2).findLast((folder) => WNID.test(folder) || listed.has(folder))
}

/** Words by identifier: `n01440764 tench, Tinca tinca`. */
async function wordsIn(dataset: DatasetFiles): Promise<Words> {
  const said = new Map<string, string>()
  for (const list of dataset.files.filter(({ path }) => LIST.test(baseName(path)))) {
    for await (const line of textLines(dataset, list)) {
      const { id, words } = ('text' in line && /^(?<id>\S+)\s+(?<words>\S.*)$/.exec(line.text)?.groups) || {}
      if (id !== undefined && words !== undefined) said.set(id, words.trim())
    }
  }
  return said
}

/** The first word of a number of WordNet, unless two numbers share it, as the two cranes do; all words of any other identifier. */
function namesOf(said: Words): Words {
  const first = (words: string) => words.split(',')[0]?.trim() ?? words
  const counts = Map.groupBy(said.values(), first)
  const isShared = (words: string) => (counts.get(first(words))?.length ?? 0) > 1
  return new Map([...said].map(([id, words]) => [id, !WNID.test(id) || isShared(words) ? words : first(words)]))
}
