import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { childrenOf, readXml, type XmlElement } from '../../labels/kit/xml.ts'
import { PKLOT_CLASSES, readSpace } from '../../labels/xml/pklot.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { type ImagePlaces, imagePlaces } from '../kit/images.ts'
import { pauses } from '../kit/pauses.ts'
import { readText } from '../kit/texts.ts'
import { xmlFiles } from '../kit/xml/elements.ts'

const HEAD_BYTES = 4096

/** PKLot: an XML file for each image of a car park, with the outlines of its spaces. */
export const pklot = defineImporter({
  id: 'pklot',
  title: 'PKLot',
  async recognise(dataset) {
    const parkings = await xmlFiles(dataset, 'parking')
    const heads = await Promise.all(parkings.map((file) => dataset.head(file, HEAD_BYTES)))
    return parkings.filter((_, index) => /<space[\s>]/.test(heads[index] ?? ''))
  },
  async *read(labels, dataset) {
    const [places, pause] = [imagePlaces(dataset), pauses()]
    yield { classNames: PKLOT_CLASSES }
    yield* eachFile(labels, async function* (file): Findings {
      yield* readFile(file, dataset, places)
      await pause()
    })
  },
})

async function* readFile(file: DatasetFile, dataset: DatasetFiles, places: ImagePlaces): Findings {
  const { path } = file
  const text = await readText(dataset, file)
  if (!text.ok) return yield text.error
  const root = readXml(text.value)
  if (!root.ok) return yield { path, reason: message('file-not-used', {}, root.error) }
  const objects: ReadAnnotation[] = []
  const spaces = childrenOf(root.value, 'space')
  for (const [index, space] of spaces.entries()) {
    const object = readJudged(space, index)
    if (object.ok) objects.push(object.value)
    else yield { path, line: space.at, reason: message('skipped', {}, object.error) }
  }
  yield {
    name: places.of(file),
    source: { path },
    isPartial: objects.length < spaces.length,
    objects: () => ok(objects),
  }
}

/** A space that nobody has judged is neither taken nor free. */
function readJudged(space: XmlElement, index: number): Result<ReadAnnotation, Refusal> {
  if (['0', '1'].includes(space.attributes.get('occupied') ?? '')) return readSpace(space, index)
  return refuse('parking-space-unclear', { number: index + 1 })
}
