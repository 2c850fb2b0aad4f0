import type { AttributesByClass } from '#common/annotation/named/attribute'
import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { type FilePlace, filePlace } from '../labels/kit/places.ts'
import { readEvery } from '../labels/kit/reading.ts'
import { cvatAttributes } from '../labels/kit/said/cvat.ts'
import { childOf, type XmlElement } from '../labels/kit/xml.ts'
import { type CvatObject, cvatObjects, cvatShapes, readCvatShape } from '../labels/xml/cvat.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { declaredSize } from './kit/declared-size.ts'
import { folderOf, splitInName } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'
import { type FoundElement, xmlElements, xmlFiles } from './kit/xml/elements.ts'

/** CVAT for images: an XML file about many images, of any size. */
export const cvat = defineImporter({
  id: 'cvat',
  title: 'CVAT for images',
  recognise: (dataset) => xmlFiles(dataset, 'annotations'),
  async *read(labels, dataset) {
    const paths = new Set(dataset.files.map(({ path }) => path.toLowerCase()))
    const inSubsets = new Set([...paths].flatMap((path) => IN_SUBSET.exec(path)?.groups?.['name'] ?? []))
    yield* eachFile(labels, (file) => readFile(file, dataset, { paths, inSubsets }))
  },
})

/** An image in the folder of its subset: `images/<subset>/<name>`. */
const IN_SUBSET = /(?:^|\/)images\/[^/]+\/(?<name>.+)$/

const WANTED = new Set(['meta', 'image', 'track'])

type PointNames = ReadonlyMap<string, readonly string[]>

async function* readFile(file: DatasetFile, dataset: DatasetFiles, known: KnownPaths): Findings {
  const { path } = file
  let [points, tracks]: [PointNames, number] = [new Map(), 0]
  for await (const found of xmlElements(dataset, file, { names: WANTED, pause: pauses() })) {
    if ('reason' in found) yield found
    else if (found.element.name === 'image') yield* readImage(found, { path, points, ...known })
    else if (found.element.name === 'meta') {
      points = pointNames(found.element)
      yield { classNames: classNames(found.element), attributes: attributesByClass(found.element) }
    } else tracks += 1
  }
  if (tracks > 0) yield { path, reason: message('video-tracks-skipped', { tracks }) }
}

/** Every class that is a skeleton, with the labels that name it as theirs. */
function pointNames(meta: XmlElement): PointNames {
  const names = new Map<string, string[]>()
  for (const label of labelsIn(meta)) {
    const [name, parent] = [childOf(label, 'name')?.text ?? '', childOf(label, 'parent')?.text ?? '']
    if (parent !== '') names.set(parent, [...(names.get(parent) ?? []), name])
  }
  return names
}

function classNames(meta: XmlElement): readonly string[] {
  return ownLabels(meta).map((label) => childOf(label, 'name')?.text ?? '')
}

function attributesByClass(meta: XmlElement): AttributesByClass {
  const entries = ownLabels(meta).map((label) => [childOf(label, 'name')?.text ?? '', cvatAttributes(label)] as const)
  return new Map(entries.filter(([, attributes]) => attributes.length > 0))
}

/** Labels with a parent are the points of a skeleton. */
function ownLabels(meta: XmlElement): readonly XmlElement[] {
  return labelsIn(meta).filter((label) => (childOf(label, 'parent')?.text ?? '') === '')
}

function labelsIn(element: XmlElement): readonly XmlElement[] {
  return element.name === 'label' ? [element] : element.children.flatMap(labelsIn)
}

/** Of all files, in lower case. */
interface KnownPaths {
  readonly paths: ReadonlySet<string>
  /** Names of the images that lie in the folder of a subset. */
  readonly inSubsets: ReadonlySet<string>
}

interface Place extends KnownPaths {
  readonly path: string
  readonly points: PointNames
}

/**
 * Subsets of a project may hold images of one name, each in a folder of its own: undefined where the image lies in those of other subsets
 * alone.
 */
function placeOf(name: string, subset: string, { path, paths, inSubsets }: Place): string | undefined {
  const root = folderOf(path) === '' ? '' : `${folderOf(path)}/`
  const lies = (place: string) => paths.has(`${root}${place}`.toLowerCase())
  const ofSubset = [`images/${subset}/${name}`, `${subset}/${name}`, `${subset}/images/${name}`]
  if (subset === '') return name
  return ofSubset.find(lies) ?? (inSubsets.has(name.toLowerCase()) ? [`images/${name}`, name].find(lies) : name)
}

function* readImage(
  { element: image, line }: FoundElement,
  place: Place,
): Generator<DescribedImage | DatasetProblem, void> {
  const { path, points } = place
  const name = image.attributes.get('name') ?? ''
  if (name === '') return yield { path, line, reason: message('nameless-image-skipped') }
  const { values, problems } = readableOf(
    cvatShapes(image).map((shape, index) => readable(shape, filePlace('object', index + 1), points)),
    { path, line },
  )
  yield* problems
  const subset = image.attributes.get('subset') ?? ''
  const split = splitInName(subset)
  const placed = placeOf(name, subset, place)
  if (placed === undefined) return yield { path, line, reason: message('image-of-subset-missing', { subset, name }) }
  yield {
    name: placed,
    source: { path, line },
    ...declaredSize(image.attributes.get('width'), image.attributes.get('height')),
    ...(split && { split }),
    isPartial: problems.length > 0,
    objects(annotated: AnnotatedImage) {
      const objects = readEvery(values, (object) => object(annotated.frame))
      return objects.ok ? cvatObjects(image, objects.value, annotated) : objects
    },
  }
}

type Later = (frame: Size) => Result<CvatObject, Refusal>

/** The object of a shape. A mask is drawn when the size of its image is known. */
function readable(shape: XmlElement, place: FilePlace, points: PointNames): Result<Later, Refusal> {
  if (shape.name === 'mask') return ok((frame) => readCvatShape(shape, place, { frame, points }))
  const object = readCvatShape(shape, place, { ...ANY, points })
  return object.ok ? ok(() => object) : object
}

const ANY = { frame: { width: 0, height: 0 } }
