import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { boxOfCorners, rectangleOf } from '../../labels/kit/geometry.ts'
import { thisPlace } from '../../labels/kit/places.ts'
import { readNumbers } from '../../labels/kit/reading.ts'
import { withBeside } from '../../labels/kit/said/said.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { isAnyOf } from '../kit/heads.ts'
import { readLines } from '../kit/line-files.ts'
import { baseName, endingOf, isAside, splitInName, withoutEnding } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { readText } from '../kit/texts.ts'

/** ICDAR's text in scenes: `gt_img_1.txt` for `img_1.jpg`, a line for each word with its corners and what it says. */
export const icdar = defineImporter({
  id: 'icdar',
  title: 'ICDAR',
  async recognise(dataset) {
    const texts = dataset.files.filter(({ path }) => isGroundTruth(path))
    return (await isAnyOf(texts, dataset, (line) => wordOf(line) !== undefined)) ? texts : []
  },
  async *read(labels, dataset) {
    const pause = pauses()
    yield* eachFile(labels, async function* (file): Findings {
      yield* readFile(file, dataset)
      await pause()
    })
  },
})

function isGroundTruth(path: string): boolean {
  return /^gt_.+\.txt$/i.test(baseName(path)) && endingOf(path) === '.txt' && !isAside(path)
}

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const text = await readText(dataset, file)
  if (!text.ok) return yield text.error
  const { problems, ...said } = readLines(text.value.replace(/^\uFEFF/, ''), file, ({ line }) => readWord(line))
  yield* problems
  const split = splitInName(folderOf(file.path).at(-1) ?? '')
  yield { name: imageOf(file.path, dataset), source: { path: file.path }, ...(split && { split }), ...said }
}

/** The benchmark has an `img_1.jpg` to learn from and another to test with: each belongs to the words of its own folder. */
function imageOf(path: string, { files }: DatasetFiles): string {
  const name = baseName(withoutEnding(path)).replace(/^gt_/i, '')
  const folder = folderOf(path)
  const images = (folder.at(-1) ?? '')
    .replace(/_localization_transcription_gt$/i, '_images')
    .replace(/^Challenge4_Test_Task1_GT$/i, 'ch4_test_images')
  const place = [...folder.slice(0, -1), images, ''].join('/')
  return images !== folder.at(-1) && files.some((file) => file.path.startsWith(place)) ? `${place}${name}` : name
}

function folderOf(path: string): readonly string[] {
  return path.split('/').slice(0, -1)
}

/** Eight numbers between commas, or four between commas or spaces; then the word, perhaps in quotes. */
const QUAD = /^(?<corners>(?:-?[\d.]+\s*,\s*){7}-?[\d.]+)\s*(?:,(?<word>.*))?$/
const BOX = /^(?<corners>(?:-?[\d.]+\s*[,\s]\s*){3}-?[\d.]+)\s*[,\s]\s*(?<word>.*)$/

function wordOf(line: string) {
  return (QUAD.exec(line) ?? BOX.exec(line))?.groups
}

function readWord(line: string): Result<ReadAnnotation, Refusal> {
  const { corners = '', word = '' } = wordOf(line) ?? {}
  const numbers = readNumbers(corners.split(/[,\s]+/), thisPlace('line'))
  if (corners === '' || !numbers.ok) return refuse('line-needs-corners')
  const object = placed(numbers.value)
  const transcription = word.trim().replace(/^"(?<inner>.*)"$/, '$<inner>')
  // Text that nobody can read: a detector is not judged by it.
  const isCrowd = transcription === '###'
  return withBeside(object, isCrowd || transcription === '' ? { isCrowd } : { said: { transcription } })
}

function placed(numbers: readonly number[]): Result<ReadAnnotation, Refusal> {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers
  const labelled = { className: 'text', place: thisPlace('line') }
  return numbers.length === 4 ? boxOfCorners(labelled, { x0, y0, x1, y1 }) : rectangleOf(labelled, numbers, SLACK)
}

/** Pixels: corners are whole ones. */
const SLACK = 1
