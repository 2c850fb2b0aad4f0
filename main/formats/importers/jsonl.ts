import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Refusal, refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type {
  DatasetFile,
  DatasetFiles,
  DatasetImporter,
  DatasetProblem,
  DescribedImage,
} from '#core/exchange/datasets/ports'
import { parseJson, readShape } from '../labels/kit/json.ts'
import { thisPlace } from '../labels/kit/places.ts'
import { type ReadObjects, readAll } from '../labels/kit/reading.ts'
import { isDetection, readAnswer } from '../labels/lines/paligemma.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { headKeysOf } from './kit/json/head.ts'
import { baseName, endingOf, isAside, splitInName, withoutEnding } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { MAX_TEXT_BYTES, textLines } from './kit/texts.ts'

/** A line about an image: the question, and the answer. */
interface Said {
  /** Empty where the line holds the image. */
  readonly name: string
  /** A `data:` address with the image itself. */
  readonly address?: string
  readonly prefix: string
  readonly suffix: string
}

interface LineFormat extends Pick<DatasetImporter, 'id' | 'title'> {
  /** The keys of a line that give the format away. */
  readonly marks: readonly string[]
  readonly line: z.ZodType<Said>
}

function lineImporter({ marks, line, ...format }: LineFormat): DatasetImporter {
  return defineImporter({
    ...format,
    async recognise(dataset) {
      const found: DatasetFile[] = []
      for (const file of dataset.files) {
        if (!['.jsonl', '.ndjson', '.json'].includes(endingOf(file.path)) || isAside(file.path)) continue
        const keys = await headKeysOf(dataset, file, true)
        if (marks.every((mark) => keys.has(mark))) found.push(file)
      }
      return found
    },
    read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset, line)),
  })
}

/** Lines of image, question and answer for PaliGemma and Florence-2, and the texts of any such program. */
export const jsonl = lineImporter({
  id: 'jsonl',
  title: 'JSONL',
  marks: ['image', 'suffix'],
  line: z
    .object({ image: z.string(), prefix: z.string().nullish(), suffix: z.string() })
    .transform(({ image, prefix, suffix }) => ({ name: image, prefix: prefix ?? '', suffix })),
})

const Part = z.object({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.object({ url: z.string() }).optional(),
})
const Message = z.object({ role: z.string(), content: z.union([z.string(), z.array(Part)]) })
type Message = z.infer<typeof Message>

/** Chats of one question with an image and one answer, as OpenAI learns from them. */
export const openai = lineImporter({
  id: 'openai',
  title: 'OpenAI JSONL',
  marks: ['messages[]', 'messages[].role'],
  line: z.object({ messages: z.array(Message) }).transform(({ messages }) => ({
    ...imageIn(messages),
    prefix: textOf(messages.find(({ role }) => role === 'user')),
    suffix: textOf(messages.findLast(({ role }) => role === 'assistant')),
  })),
})

const ADDRESS = /^data:image\/(?<kind>[a-z0-9]+);base64,/i

/** An image that is written into the line itself has no name. */
function imageIn(messages: readonly Message[]): Pick<Said, 'name' | 'address'> {
  const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const url = parts.find(({ image_url }) => image_url)?.image_url?.url ?? ''
  if (ADDRESS.test(url)) return { name: '', address: url }
  const isNamed = !url.startsWith('data:')
  return { name: isNamed ? url.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\/[^/]*\/(?:.*\/)?/i, '') : '' }
}

function textOf(message: Message | undefined): string {
  const { content = '' } = message ?? {}
  return typeof content === 'string'
    ? content
    : content
        .map(({ text = '' }) => text)
        .join('\n')
        .trim()
}

/** All lines about one image. */
interface Collected {
  readonly name: string
  /** The first of them. */
  readonly line: number
  readonly isInside: boolean
  readonly said: Pick<Said, 'prefix' | 'suffix'>[]
}

/** Lines of one image may lie anywhere in the file. Images inside the lines are too large to keep, and are read once more. */
async function* readFile(file: DatasetFile, dataset: DatasetFiles, shape: z.ZodType<Said>): Findings {
  const { path } = file
  const images = new Map<string, Collected>()
  for await (const next of lines(file, dataset, shape)) {
    if ('reason' in next) yield { path, ...next }
    else collect(images, next, path)
  }
  const found = [...images.values()]
  for (const image of found) if (!image.isInside) yield describe(image, path)
  const inside = new Map(found.filter(({ isInside }) => isInside).map((image) => [image.line, image]))
  if (inside.size > 0) yield* readInside(lines(file, dataset, shape), inside, path)
}

async function* readInside(again: SaidLines, inside: ReadonlyMap<number, Collected>, path: string): Findings {
  for await (const next of again) {
    const image = inside.get(next.line ?? 0)
    if (image === undefined || 'reason' in next) continue
    const { address = '' } = next.said
    const bytes = () => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
    yield { ...describe(image, path), isNameless: true, bytes }
  }
}

interface SaidLine {
  readonly line: number
  readonly said: Said
}

type SaidLines = AsyncGenerator<SaidLine | Omit<DatasetProblem, 'path'>>

async function* lines(file: DatasetFile, dataset: DatasetFiles, shape: z.ZodType<Said>): SaidLines {
  const pause = pauses()
  for await (const next of textLines(dataset, file, MAX_TEXT_BYTES)) {
    await pause()
    if ('reason' in next) {
      yield next
      continue
    }
    if (next.text.trim() === '') continue
    const said = readLine(next.text, shape)
    if ('code' in said) yield { line: next.line, reason: message('line-skipped', {}, said) }
    else yield { line: next.line, said }
  }
}

function collect(images: Map<string, Collected>, { line, said }: SaidLine, path: string): void {
  const { name, address, prefix, suffix } = said
  const key = address === undefined ? name : createHash('sha256').update(address).digest('base64')
  const known = images.get(key) ?? {
    name: address === undefined ? name : nameInside(path, line, address),
    line,
    isInside: address !== undefined,
    said: [],
  }
  known.said.push({ prefix, suffix })
  images.set(key, known)
}

/** `train-000012.jpg`. */
function nameInside(path: string, line: number, address: string): string {
  const kind = (ADDRESS.exec(address)?.groups?.['kind'] ?? '').toLowerCase()
  const stem = withoutEnding(baseName(path)).replace(/^_annotations\./, '')
  return `${stem}-${String(line).padStart(6, '0')}.${kind === 'jpeg' ? 'jpg' : kind}`
}

function describe({ name, line, said }: Collected, path: string): DescribedImage {
  const split = splitInName(path)
  return {
    name,
    source: { path, line },
    ...(split && { split }),
    objects: (image) => objectsOf(said, image),
  }
}

const ANY = { frame: { width: 1, height: 1 }, type: 'object-detection' } as const

/** The line, or why it cannot be used. */
function readLine(text: string, shape: z.ZodType<Said>): Said | Refusal {
  const document = parseJson(text)
  if (document === undefined) return refusal('not-json')
  const said = readShape(shape, document)
  if (!said.ok) return said.error
  if (said.value.name === '' && said.value.address === undefined) return refusal('image-name-missing')
  const places = isDetection(said.value) ? readAnswer(said.value, thisPlace('line'), ANY) : ok([])
  return places.ok ? said.value : places.error
}

/** An empty answer says that there is nothing. */
function objectsOf(said: Collected['said'], image: AnnotatedImage): ReadObjects {
  const answers = said.filter(({ suffix }) => suffix.trim() !== '')
  return readAll(answers, (answer) => readAnswer(answer, thisPlace('line'), image))
}
