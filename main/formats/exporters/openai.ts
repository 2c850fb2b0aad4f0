import type { ProjectType } from '#common/contract/projects'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { mediaTypeOf } from '../kit/file-names.ts'
import { byCodeUnit, filledSplits, type ImageRecord } from '../kit/files.ts'
import { fieldLines } from '../kit/json.ts'
import { type Dataset, defineExporter } from './define.ts'
import { IN_ANSWERS, PALIGEMMA, questionLines } from './jsonl.ts'

/** System messages that explain the notation of boxes, which a language model does not know. */
const TOLD: Readonly<Partial<Record<ProjectType, string>>> = {
  'object-detection':
    'You find objects in a picture. For each you answer with its box as <locYYYY><locXXXX><locYYYY><locXXXX>, top, left, ' +
    'bottom and right in parts of 1024 of the sides of the picture, and with its class; objects are separated by " ; ".',
  'text-image-pairs': 'You answer questions about a picture.',
}

/** Chats for fine-tuning OpenAI's models: a line for each prompt, with the image embedded. */
export const openAi = defineExporter({
  id: 'openai',
  title: 'OpenAI Chat JSONL',
  keeps(type) {
    const what =
      type === 'text-image-pairs' ? message('kept-texts') : message('kept-boxes-as-spelled', { reader: 'PaliGemma' })
    return message('keeps-as-chats', { what })
  },
  spelling: IN_ANSWERS,
  tasks: { 'text-image-pairs': 'all', 'object-detection': 'boxes' },
  async *files(dataset) {
    for (const split of filledSplits(dataset.version).toSorted(byCodeUnit)) {
      yield { kind: 'records', path: `_annotations.${split}.jsonl`, records: chats(dataset, split) }
    }
  },
  record(image, dataset) {
    const [first] = image.shapes.length === 0 ? [] : questionLines(image, dataset, PALIGEMMA)
    return first === undefined ? '' : fieldLines({ user: first.prefix, assistant: first.suffix })
  },
})

/** An image with several texts is read again for each, so that only one line is in memory. */
async function* chats(dataset: Dataset, split: Split): AsyncGenerator<ImageRecord> {
  const told = TOLD[dataset.version.projectType] ?? ''
  for await (const image of dataset.images(split)) {
    const type = mediaTypeOf(image.fileName)
    for (const { prefix, suffix } of questionLines(image, dataset, PALIGEMMA)) {
      yield {
        image: image,
        encode: (file) => Buffer.from(`${JSON.stringify(chat({ told, prefix, suffix, type }, file))}\n`),
      }
    }
  }
}

interface Words {
  readonly told: string
  readonly prefix: string
  readonly suffix: string
  /** Type of the image. */
  readonly type: string
}

function chat({ told, prefix, suffix, type }: Words, file: Uint8Array) {
  const url = `data:${type};base64,${Buffer.from(file.buffer, file.byteOffset, file.length).toString('base64')}`
  const user = [
    { type: 'text', text: prefix },
    { type: 'image_url', image_url: { url } },
  ]
  return {
    messages: [
      { role: 'system', content: told },
      { role: 'user', content: user },
      { role: 'assistant', content: suffix },
    ],
  }
}
