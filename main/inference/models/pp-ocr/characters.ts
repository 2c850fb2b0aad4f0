import { readSignatureFrom } from '#common/onnx/read-signature'
import { ModelRunError } from '../../host/errors.ts'
import type { OpenedModel } from '../../host/family.ts'
import { CHARACTERS_KEY } from './layout.ts'

/** The characters of a model in the order of its reader's columns, without the blank and the space around them. */
export async function readCharacters(model: OpenedModel): Promise<readonly string[]> {
  if ('characters' in model.manifest.files) return linesOf(new TextDecoder().decode(await model.read('characters')))
  const bytes = await model.read('recognition')
  const signature = await readSignatureFrom({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
  const told = signature.ok ? signature.value.metadata[CHARACTERS_KEY] : undefined
  if (told) return linesOf(told)
  throw new ModelRunError('its reader does not hold its characters, and no file lists them')
}

/** What each column of a reader stands for: nothing first, then its characters, then a space where there is one column more. */
export function columnsOf(characters: readonly string[], count: number): readonly string[] {
  const columns = ['', ...characters]
  if (count === columns.length) return columns
  if (count === columns.length + 1) return [...columns, ' ']
  throw new ModelRunError(`its reader has ${count} columns, which ${characters.length} characters do not fit`)
}

/** One a line. A line may be a space, so nothing is trimmed but the end of the last line. */
function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
