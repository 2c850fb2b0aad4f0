import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { boxOfPoints, polygonOfPoints } from '../../labels/kit/geometry.ts'
import { type FilePlace, filePlace } from '../../labels/kit/places.ts'
import { numberOf } from '../../labels/kit/reading.ts'
import { childOf, childrenOf, readXml, type XmlElement } from '../../labels/kit/xml.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { type ImagePlaces, imagePlaces } from '../kit/images.ts'
import { endingOf, isAside } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { readableOf } from '../kit/readable.ts'
import { readText } from '../kit/texts.ts'
import { isLabelMeXml } from '../kit/xml/labelme.ts'

const HEAD_BYTES = 4096

/** The XML of LabelMe, the older program on the web: a file for each image, polygons of points. */
export const labelmeXml = defineImporter({
  id: 'labelme-xml',
  title: 'LabelMe XML',
  async recognise(dataset) {
    const found: DatasetFile[] = []
    for (const file of dataset.files) {
      if (endingOf(file.path) !== '.xml' || isAside(file.path)) continue
      if (isLabelMeXml(await dataset.head(file, HEAD_BYTES))) found.push(file)
    }
    return found
  },
  async *read(labels, dataset) {
    const [places, pause] = [imagePlaces(dataset), pauses()]
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
  const there = childrenOf(root.value, 'object').filter((object) => childOf(object, 'deleted')?.text.trim() !== '1')
  const { values, problems } = readableOf(
    there.map((object, index) => readObject(object, filePlace('object', index + 1))),
    { path },
  )
  yield* problems
  const said = childOf(root.value, 'filename')?.text.trim() ?? ''
  const name = places.isThere(file) || !places.isNamed(said) ? places.of(file) : said
  yield { name, source: { path }, isPartial: problems.length > 0, objects: () => ok(values) }
}

function readObject(object: XmlElement, place: FilePlace): Result<ReadAnnotation, Refusal> {
  const labelled = { className: childOf(object, 'name')?.text.trim() ?? '', place }
  const outline = childOf(object, 'polygon')
  if (!outline) return refuse('polygon-element-missing', { place })
  const points = childrenOf(outline, 'pt').map((point) => ({
    x: numberOf(childOf(point, 'x')?.text) ?? Number.NaN,
    y: numberOf(childOf(point, 'y')?.text) ?? Number.NaN,
  }))
  if (points.some(({ x, y }) => Number.isNaN(x + y))) return refuse('point-without-numbers', { place })
  const isBox = childOf(object, 'type')?.text.trim() === 'bounding_box'
  return isBox ? boxOfPoints(labelled, points) : polygonOfPoints(labelled, [points])
}
