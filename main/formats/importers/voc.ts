import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/exchange/datasets/ports'
import { thisPlace } from '../labels/kit/places.ts'
import { shorten } from '../labels/kit/reading.ts'
import { childOf, childrenOf, readXml, type XmlElement } from '../labels/kit/xml.ts'
import { placeVocObject, readVocObject, voc as vocFile } from '../labels/xml/voc.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { declaredSize } from './kit/declared-size.ts'
import { IMAGE_SETS, listedSplits } from './kit/image-sets.ts'
import { type ImagePlaces, imagePlaces } from './kit/images.ts'
import { endingOf, isAside } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { partSkipped } from './kit/rows-said.ts'
import { readText } from './kit/texts.ts'
import { isLabelMeXml } from './kit/xml/labelme.ts'

const HEAD_BYTES = 4096
/** So many files, from all over the dataset, show what the others are. */
const SAMPLES = 32

/** Pascal VOC: an XML file for each image. */
export const voc = defineImporter({
  id: 'voc',
  title: 'Pascal VOC',
  companions: IMAGE_SETS,
  async recognise(dataset) {
    const files = dataset.files.filter(({ path }) => endingOf(path) === '.xml' && !isAside(path))
    const step = Math.ceil(files.length / SAMPLES)
    for (let at = 0; at < files.length; at += step) {
      const [file] = files.slice(at, at + 1)
      if (file && isVoc(await dataset.head(file, HEAD_BYTES))) return files
    }
    return []
  },
  async *read(labels, dataset) {
    const [places, pause] = [imagePlaces(dataset), pauses()]
    const first = (await isCountedFromZero(labels, dataset)) ? 0 : 1
    const splits = await listedSplits(dataset, 'Main')
    yield* eachFile(labels, async function* (file) {
      yield* readFile({ file, dataset, places, first, split: splits.of(file.path) })
      await pause()
    })
    yield* splits.all()
  },
})

/** CVAT begins with `<annotations>`, and LabelMe has elements of its own. */
function isVoc(head: string): boolean {
  return /<annotation(?:\s[^>]*)?>/.test(head) && !isLabelMeXml(head)
}

/** A corner before the first pixel of an image whose pixels are counted from 1. */
const BEFORE_FIRST = /<(?:[xy]min|[xy]max|[xy]\d+)>\s*(?:-|(?=[.\d])0*(?:\.\d*)?\s*<)/

/** One program wrote all files, so what one of them gives away holds for the others. */
async function isCountedFromZero(labels: readonly DatasetFile[], dataset: DatasetFiles): Promise<boolean> {
  const pause = pauses()
  for (const file of labels) {
    if (await isMarked(file, dataset)) return true
    await pause()
  }
  return false
}

/** Whether the file has the mark. Its faults are reported when its turn comes. */
async function isMarked(file: DatasetFile, dataset: DatasetFiles): Promise<boolean> {
  try {
    const text = await readText(dataset, file)
    return text.ok && BEFORE_FIRST.test(text.value)
  } catch (error) {
    if (error instanceof DatasetFileError) return false
    throw error
  }
}

interface VocFile {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  readonly places: ImagePlaces
  readonly first: 0 | 1
  readonly split: Split | undefined
}

async function* readFile({ file, dataset, places, first, split }: VocFile): Findings {
  const { path } = file
  const text = await readText(dataset, file)
  if (!text.ok) return yield text.error
  const root = readXml(text.value)
  if (!root.ok) return yield { path, reason: message('file-not-used', {}, root.error) }
  if (!vocFile.recognises(root.value))
    return yield { path, reason: message('xml-of-other-element', { name: shorten(root.value.name) }) }
  const objects: ReadAnnotation[] = []
  const elements = childrenOf(root.value, 'object')
  for (const [index, element] of elements.entries()) {
    const object = readObject(element, first)
    if (object.ok) objects.push(object.value)
    else yield { path, line: element.at, reason: partSkipped('part-object', index + 1, object.error) }
  }
  const isPartial = objects.length < elements.length
  const where = { source: { path }, ...(split && { split }) }
  const name = nameOf(root.value, file, places)
  yield { name, ...where, ...sizeOf(root.value), isPartial, objects: () => ok(objects) }
}

function readObject(element: XmlElement, first: 0 | 1): Result<ReadAnnotation, Refusal> {
  const object = readVocObject(element, thisPlace('object'))
  return object.ok ? placeVocObject(object.value, first) : object
}

function sizeOf(root: XmlElement): ReturnType<typeof declaredSize> {
  const size = childOf(root, 'size')
  return size ? declaredSize(childOf(size, 'width')?.text, childOf(size, 'height')?.text) : {}
}

/** The name in the file is often that of an earlier life of the image, so where an image lies beside the file that one is meant. */
function nameOf(root: XmlElement, file: DatasetFile, places: ImagePlaces): string {
  const said = childOf(root, 'filename')?.text.trim() ?? ''
  return places.isThere(file) || !places.isNamed(said) ? places.of(file) : said
}
