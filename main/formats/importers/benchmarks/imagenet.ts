import { isImageName } from '#common/image-kinds'
import { ok } from '#common/result'
import { folded, lastPart, stemOf } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { childOf, childrenOf, readXml } from '../../labels/kit/xml.ts'
import { defineImporter } from '../define.ts'
import { isAside } from '../kit/paths.ts'
import { type Pause, pauses } from '../kit/pauses.ts'
import { readText } from '../kit/texts.ts'
import { IMAGENET_COMPANIONS, isImageNetXml } from './imagenet-boxes.ts'
import { identifiersIn, isImageNetTable } from './imagenet-tables.ts'
import { identifierOf, namesOf, type Words, wordLists, wordsIn } from './imagenet-words.ts'

/**
 * ImageNet: folders that are called by the numbers of WordNet or by other identifiers, a list of what these stand for, and tables of
 * the images that lie in no such folder.
 */
export const imageNet = defineImporter({
  id: 'imagenet',
  title: 'ImageNet',
  isOfFolders: true,
  companions: IMAGENET_COMPANIONS,
  async recognise(dataset) {
    const files = dataset.files.filter(({ path }) => !isAside(path))
    const tables = files.filter(isImageNetTable)
    if (tables.length + wordLists(dataset).length === 0) return []
    const listed = await wordsIn(dataset)
    return [...tables, ...files.filter(({ path }) => isImageName(path) && identifierOf(path, listed) !== undefined)]
  },
  async *read(_labels, dataset) {
    const listed = await wordsIn(dataset)
    const images = dataset.files.filter(({ path }) => isImageName(path) && !isAside(path))
    const known = await identifiersOf(images, dataset, listed)
    const names = namesOf(listed, new Set([...known.values()].flat()))
    for (const [path, ids] of known) {
      const wholes = ids.map((id) => ({ className: names.get(id) ?? id, kind: 'whole' as const }))
      yield { name: path, source: { path }, objects: () => ok(wholes) }
    }
  },
})

/** The identifiers of each image of which something says them: its folder, else a table, else the file with its boxes. */
async function identifiersOf(
  images: readonly DatasetFile[],
  dataset: DatasetFiles,
  listed: Words,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const outside = images.filter(({ path }) => identifierOf(path, listed) === undefined)
  const tabled = await identifiersIn(dataset, new Set(outside.map(({ path }) => nameOf(path))))
  const boxed = new Map(dataset.files.filter(isImageNetXml).map((file) => [nameOf(file.path), file]))
  const pause = pauses()
  const found = new Map<string, readonly string[]>()
  for (const { path } of images) {
    const folder = identifierOf(path, listed)
    const xml = boxed.get(nameOf(path))
    const ids = folder ? [folder] : (tabled.get(nameOf(path)) ?? (xml && (await identifiersInXml(xml, dataset, pause))))
    if (ids && ids.length > 0) found.set(path, ids)
  }
  return found
}

function nameOf(path: string): string {
  return stemOf(folded(lastPart(path)))
}

async function identifiersInXml(file: DatasetFile, dataset: DatasetFiles, pause: Pause): Promise<readonly string[]> {
  await pause()
  const text = await readText(dataset, file)
  const root = text.ok ? readXml(text.value) : undefined
  if (!root?.ok) return []
  return [...new Set(childrenOf(root.value, 'object').map((object) => childOf(object, 'name')?.text.trim() ?? ''))]
}
