import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import type { Spelling } from '../kit/class-names.ts'
import {
  filledSplits,
  imageFiles,
  imageFilesOfAll,
  inOrder,
  type NamedImage,
  type TextFile,
  textFile,
} from '../kit/files.ts'
import { fieldLines } from '../kit/json.ts'
import { boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter, type Exporter } from './define.ts'

interface NamedBox {
  readonly name: string
  readonly box: Box
}

interface Line {
  readonly image: string
  readonly prefix: string
  readonly suffix: string
}

/** How boxes are put into words. */
interface Wording {
  /** Returns the prompt that asks for boxes. */
  ask(classes: readonly string[]): string
  /** Returns the expected answer. */
  answer(objects: readonly NamedBox[], frame: Size): string
}

interface JsonLines extends Pick<Exporter, 'id' | 'title' | 'aliases'> {
  /** The model whose notation of boxes is used. */
  readonly reader: string
  /** Whether the images of all splits are in the folder `dataset`, rather than one folder per split. */
  readonly isOneFolder: boolean
  readonly wording: Wording
}

/** PaliGemma's notation. */
export const PALIGEMMA: Wording = {
  ask: (classes) => `detect ${classes.join(' ; ')}`,
  answer: (objects, frame) =>
    objects.map(({ name, box }) => `${topLeftBottomRight(box, frame).join('')} ${name}`).join(' ; '),
}

/** These characters separate the parts of an answer. */
export const IN_ANSWERS: Spelling = { spell: (name) => name.replace(/[;<>]/g, '-') }

/** Lines of image, prompt and answer for PaliGemma, which many programs read too. */
export const jsonl = jsonLines({
  id: 'jsonl',
  title: 'JSONL',
  aliases: ['paligemma'],
  reader: 'PaliGemma',
  isOneFolder: true,
  wording: PALIGEMMA,
})

/** The same lines with the tokens of Florence-2. */
export const florence2 = jsonLines({
  id: 'florence2',
  title: 'Florence-2 JSONL',
  reader: 'Florence-2',
  isOneFolder: false,
  wording: {
    ask: () => '<OD>',
    answer: (objects, frame) =>
      objects.map(({ name, box }) => `${name}${leftTopRightBottom(box, frame).join('')}`).join(''),
  },
})

function topLeftBottomRight({ x0, y0, x1, y1 }: Box, { width, height }: Size): readonly string[] {
  const parts = [part(y0, height, 1024), part(x0, width, 1024), part(y1, height, 1024), part(x1, width, 1024)]
  return parts.map((value) => `<loc${String(value).padStart(4, '0')}>`)
}

function leftTopRightBottom({ x0, y0, x1, y1 }: Box, { width, height }: Size): readonly string[] {
  const parts = [part(x0, width, 1000), part(y0, height, 1000), part(x1, width, 1000), part(y1, height, 1000)]
  return parts.map((value) => `<loc_${value}>`)
}

/** Returns the 0-based index of the part, of `parts` equal ones, in which a length ends. */
function part(length: number, side: number, parts: number): number {
  return Math.min(parts - 1, Math.floor((length * parts) / side))
}

/** Returns the prompts about an image with their answers; an answer is empty where nothing is annotated. */
export function questionLines(
  image: NamedImage,
  { version, classes }: Omit<Dataset, 'images'>,
  { ask, answer }: Wording,
): readonly Line[] {
  const line = (prefix: string, suffix: string) => ({ image: image.fileName, prefix, suffix })
  if (version.projectType !== 'text-image-pairs') {
    const objects = boxObjects(image, classes)
    const named = objects.map(({ classIndex, box }) => ({ name: classes.names[classIndex] ?? '', box }))
    return [line(ask(classes.names), answer(named, image))]
  }
  const texts = image.shapes.filter((shape) => shape.kind === 'text')
  return texts.length === 0 ? [line('', '')] : texts.map((text) => line(text.prompt, text.answer))
}

function jsonLines({ reader, isOneFolder, wording, ...format }: JsonLines): Exporter {
  async function* lineText(dataset: Dataset, split: Split): AsyncGenerator<string> {
    for await (const image of dataset.images(split))
      for (const line of questionLines(image, dataset, wording)) yield `${JSON.stringify(line)}\n`
  }

  async function* oneFolder(dataset: Dataset) {
    const texts = filledSplits(dataset.version).map((split): TextFile => {
      return textFile(`dataset/_annotations.${split}.jsonl`, lineText(dataset, split))
    })
    yield* inOrder(texts, imageFilesOfAll(dataset, 'dataset'))
  }

  async function* foldersOfSplits(dataset: Dataset) {
    for (const split of filledSplits(dataset.version)) {
      const text = textFile(`${split}/annotations.jsonl`, lineText(dataset, split))
      yield* inOrder([text], imageFiles(dataset, split, split))
    }
  }

  return defineExporter({
    ...format,
    keeps(type) {
      const what = type === 'text-image-pairs' ? message('kept-texts') : message('kept-boxes-as-spelled', { reader })
      return message(isOneFolder ? 'keeps-in-lines-one-folder' : 'keeps-in-lines-beside', { what })
    },
    spelling: IN_ANSWERS,
    tasks: { 'text-image-pairs': 'all', 'object-detection': 'boxes' },
    files: isOneFolder ? oneFolder : foldersOfSplits,
    record(image, dataset) {
      const [first] = image.shapes.length === 0 ? [] : questionLines(image, dataset, wording)
      return fieldLines(first ?? {})
    },
  })
}
