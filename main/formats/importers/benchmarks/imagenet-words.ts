import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { baseName, folderOf } from '../kit/paths.ts'
import { textLines } from '../kit/texts.ts'

const LIST = /^(?:LOC_synset_mapping|synset_words|words)\.txt$/i
const WNID = /^n\d{8}$/

/** Words by identifier. */
export type Words = ReadonlyMap<string, string>

/** The lists of what identifiers stand for. */
export function wordLists({ files }: DatasetFiles): readonly DatasetFile[] {
  return files.filter(({ path }) => LIST.test(baseName(path)))
}

/** `n01440764 tench, Tinca tinca`. */
export async function wordsIn(dataset: DatasetFiles): Promise<Words> {
  const said = new Map<string, string>()
  for (const list of wordLists(dataset)) {
    for await (const line of textLines(dataset, list)) {
      const { id, words } = ('text' in line && /^(?<id>\S+)\s+(?<words>\S.*)$/.exec(line.text)?.groups) || {}
      if (id !== undefined && words !== undefined) said.set(id, words.trim())
    }
  }
  return said
}

/** Of WordNet, or any that is listed. Tiny ImageNet has one more folder, `images`, below each. */
export function identifierOf(path: string, listed: Words): string | undefined {
  const folders = folderOf(path).split('/')
  return folders.slice(-2).findLast((folder) => WNID.test(folder) || listed.has(folder))
}

/**
 * The names of classes by their identifiers: the first word of a number of WordNet, unless two that are used share it, as the two
 * cranes do; all words of any other identifier.
 */
export function namesOf(listed: Words, used: ReadonlySet<string>): Words {
  const said = [...listed].filter(([id]) => used.has(id))
  const first = (words: string) => words.split(',')[0]?.trim() ?? words
  const counts = Map.groupBy(said, ([, words]) => first(words))
  const isShared = (words: string) => (counts.get(first(words))?.length ?? 0) > 1
  return new Map(said.map(([id, words]) => [id, !WNID.test(id) || isShared(words) ? words : first(words)]))
}
