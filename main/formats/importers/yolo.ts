import { refuse } from '#common/errors'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles, DatasetImporter } from '#core/exchange/datasets/ports'
import type { Line } from '../labels/kit/lines.ts'
import { isDarknetLine, readDarknetLine } from '../labels/text/darknet.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { imageTexts } from './kit/image-texts.ts'
import { imagePlaces } from './kit/images.ts'
import { readLines } from './kit/line-files.ts'
import { withoutEnding } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { readShortLines } from './kit/texts.ts'
import { classLists } from './kit/yolo/class-lists.ts'
import type { YoloDescription } from './kit/yolo/data-yaml.ts'
import { isYaml, readDescriptions } from './kit/yolo/descriptions.ts'
import { holdOrientedBoxes } from './kit/yolo/oriented.ts'
import { type SplitFinder, splitFinder, splitOfTexts } from './kit/yolo/splits.ts'
import { textsApart, wantedApart } from './kit/yolo/texts-apart.ts'

/** A text file for each image, and `data.yaml`: boxes, outlines, oriented boxes as outlines, or boxes with points. */
export const yolo = yoloImporter({
  id: 'yolov8',
  title: 'YOLO',
  isOurs: async (dataset) => !(await isDarknet(dataset)),
})

/** The same text files, and the classes in a list. */
export const darknet = yoloImporter({ id: 'darknet', title: 'YOLO Darknet', isOurs: isDarknet })

async function isDarknet(dataset: DatasetFiles): Promise<boolean> {
  return !dataset.files.some(isYaml) && (await classLists(dataset)).length > 0
}

interface YoloFormat extends Pick<DatasetImporter, 'id' | 'title'> {
  isOurs(dataset: DatasetFiles): Promise<boolean>
}

function yoloImporter({ isOurs, ...format }: YoloFormat): DatasetImporter {
  return defineImporter({
    ...format,
    async recognise(dataset) {
      if (!(await isOurs(dataset))) return []
      const isExpected = dataset.files.some(isYaml) || (await classLists(dataset)).length > 0
      const texts = await imageTexts(dataset, { isWanted: isDarknetLine, isExpected })
      const apart = isExpected ? await wantedApart(dataset, isDarknetLine) : []
      return [...new Set([...texts, ...apart])]
    },
    read: readYolo,
  })
}

async function* readYolo(labels: readonly DatasetFile[], dataset: DatasetFiles): Findings {
  const descriptions = await readDescriptions(dataset)
  yield* descriptions.problems
  const stranger = labels.find((label) => !descriptions.of(label))
  if (stranger) yield { path: stranger.path, reason: message('class-names-nowhere') }
  yield* descriptions.listed(labels)
  const places = imagePlaces(dataset)
  const apart = textsApart(dataset)
  const splits = splitFinders(dataset)
  const described = new Set<string>()
  const areOriented = await holdOrientedBoxes(labels, dataset)
  const pause = pauses()
  yield* eachFile(labels, async function* (file): Findings {
    const said = descriptions.of(file) ?? NOTHING
    const description = { ...said, isOriented: said.isOriented || areOriented }
    const name = apart.get(file.path) ?? places.of(file)
    described.add(name)
    yield* readFile({ file, dataset, description, name, splitOf: await splits(said) })
    await pause()
  })
  for (const file of dataset.files.filter(({ path }) => isImageName(path) && !described.has(withoutEnding(path)))) {
    const split = (await splits(descriptions.of(file) ?? NOTHING))(withoutEnding(file.path))
    if (split) yield { image: file.path, split }
  }
}

const NOTHING: YoloDescription = { names: new Map(), pose: undefined, isOriented: false, places: [] }

function splitFinders(dataset: DatasetFiles): (description: YoloDescription) => Promise<SplitFinder> {
  const known = new Map<YoloDescription, Promise<SplitFinder>>()
  return (description) => {
    const found = known.get(description) ?? splitFinder(description, dataset)
    known.set(description, found)
    return found
  }
}

interface LabelFile {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  readonly description: YoloDescription
  /** The image. */
  readonly name: string
  readonly splitOf: SplitFinder
}

async function* readFile({ file, dataset, description, name, splitOf }: LabelFile): Findings {
  const text = await readShortLines(dataset, file)
  if (!text.ok) return yield text.error
  const { names, pose, isOriented } = description
  const [known, last] = [new Set(names.values()), Math.max(...[...names.keys()].map(Number))]
  const { problems, ...said } = readLines(text.value, file, (line, { frame }) => {
    const object = readDarknetLine(line, { labelmap: names, frame, pose, isOriented })
    const isNameless = object.ok && names.size > 0 && !known.has(object.value.className)
    return isNameless ? nameless(line, last) : object
  })
  yield* problems
  const split = splitOf(name) ?? splitOfTexts(file)
  yield { name, source: { path: file.path }, ...(split && { split }), ...said }
}

function nameless({ line, place }: Line, last: number) {
  const number = Number(line.split(/\s/, 1)[0])
  if (number < last) return refuse('class-number-not-named', { place, number })
  if (last === 0) return refuse('class-number-not-zero', { place, number })
  return refuse('class-number-too-large', { place, number, last })
}
