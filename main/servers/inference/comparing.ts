import { cosineSimilarity } from '#common/inference/similarity'
import type { ImageFetcher } from '#core/dataset/images/fetch-ports'
import type { ChosenModel } from '#core/models/inference/choice'
import { type Asking, callerSignal, runFor } from './asking.ts'
import { readImages } from './bodies/images.ts'
import { unfit } from './errors.ts'
import { type CompareBody, MOST_TEXTS } from './schemas/embeddings.ts'
import type { ImageInput } from './schemas/kit.ts'

type Compared = CompareBody['subject']
type Kind = CompareBody['subject_type']

/** Maximum number of characters in all texts of one request. */
const MOST_TEXT_CHARACTERS = 1_000_000

/** More rows arrive from the model process in several messages, because parsing a huge one would block the thread. */
const TEXTS_AT_ONCE = 200

/** Returns the texts of a field; refuses more than one request may have. */
export function fewTexts(field: string, texts: readonly string[]): readonly string[] {
  const most = (count: number) => count.toLocaleString('en')
  if (texts.length > MOST_TEXTS) throw unfit([field], `${field} may hold ${most(MOST_TEXTS)} texts at most`)
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  if (characters > MOST_TEXT_CHARACTERS)
    throw unfit([field], `The texts of ${field} may have ${most(MOST_TEXT_CHARACTERS)} characters together`)
  return texts
}

/** Returns a function that embeds what a request contains and measures the seconds. */
export function embedder(asking: Asking, chosen: ChosenModel, fetcher: ImageFetcher) {
  let seconds = 0

  async function images(images: readonly ImageInput[]): Promise<readonly (readonly number[])[]> {
    const read = await readImages(images, { fetcher, signal: callerSignal(asking.reply) })
    const answer = await runFor(asking, { chosen, operation: 'embed-images', input: { images: read } })
    seconds += answer.seconds
    return answer.output
  }

  async function texts(some: readonly string[]): Promise<readonly (readonly number[])[]> {
    const rows: (readonly number[])[] = []
    const signal = callerSignal(asking.reply)
    for (let from = 0; from < some.length; from += TEXTS_AT_ONCE) {
      const input = { texts: some.slice(from, from + TEXTS_AT_ONCE) }
      const answer = await runFor(asking, { chosen, operation: 'embed-texts', input }, signal)
      seconds += answer.seconds
      rows.push(...answer.output)
    }
    return rows
  }

  return { images, texts, seconds: () => seconds }
}

export type Embedder = ReturnType<typeof embedder>

/**
 * Returns the similarity of the subject to each prompt: a list in the order of the prompts, or an object with their
 * names.
 */
export async function compare(embed: Embedder, body: CompareBody): Promise<number[] | Record<string, number>> {
  const { names, prompts } = namedPrompts(body.prompt)
  const [subject] = await embedAll(embed, body.subject_type, { field: 'subject', values: [body.subject] })
  const others = await embedAll(embed, body.prompt_type, { field: 'prompt', values: prompts })
  const similarities = others.map((other) => cosineSimilarity(subject ?? [], other))
  if (names === undefined) return similarities
  return Object.fromEntries(names.map((name, place) => [name, similarities[place] ?? 0]))
}

function namedPrompts(prompt: CompareBody['prompt']): {
  readonly names?: readonly string[]
  readonly prompts: readonly Compared[]
} {
  if (typeof prompt === 'string') return { prompts: [prompt] }
  if (isList(prompt)) return { prompts: prompt }
  if (isImage(prompt)) return { prompts: [prompt] }
  return { names: Object.keys(prompt), prompts: Object.values(prompt) }
}

function isList(prompt: CompareBody['prompt']): prompt is Compared[] {
  return Array.isArray(prompt)
}

function isImage(prompt: object): prompt is ImageInput {
  return 'type' in prompt && 'value' in prompt && typeof prompt.type === 'string'
}

interface Values {
  readonly field: 'subject' | 'prompt'
  readonly values: readonly Compared[]
}

async function embedAll(embed: Embedder, kind: Kind, { field, values }: Values) {
  if (values.length === 0) return []
  if (kind === 'text') {
    const texts = values.filter((value) => typeof value === 'string')
    if (texts.length < values.length) throw unfit([field], `${field} must be text, because ${field}_type is "text"`)
    return embed.texts(fewTexts(field, texts))
  }
  const images = values.filter((value) => typeof value !== 'string')
  if (images.length < values.length)
    throw unfit([field], `${field} must be an image with "type" and "value", because ${field}_type is "image"`)
  return embed.images(images)
}
