import { deeperAt } from '#common/json/bounds'
import { message } from '#common/messages/message'
import { err, ok, type Result } from '#common/result'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { MAX_JSON_DEPTH, TOO_DEEP, withKnownNumbers } from '../../../labels/kit/json.ts'
import { inFull } from '../rows-said.ts'
import { readText } from '../texts.ts'

/** A whole JSON file about one image, or a few lists. */
export async function readJson(dataset: DatasetFiles, file: DatasetFile): Promise<Result<unknown, DatasetProblem>> {
  const text = await readText(dataset, file)
  return text.ok ? parseDocument(text.value, file.path) : text
}

export function parseDocument(text: string, path: string): Result<unknown, DatasetProblem> {
  const deep = deeperAt(text, MAX_JSON_DEPTH)
  if (deep !== undefined) {
    return err({ path, line: text.slice(0, deep).split('\n').length, reason: inFull(TOO_DEEP) })
  }
  const known = withKnownNumbers(text)
  try {
    const document: unknown = JSON.parse(known)
    return ok(document)
  } catch (error) {
    return err({
      path,
      line: lineOf(error, known),
      reason: message('json-damaged-from-here'),
    })
  }
}

/** The parser says it in its sentence, as a line or as a count of characters; where it says neither, the text has ended. */
function lineOf(error: unknown, text: string): number {
  const said = error instanceof Error ? error.message : ''
  const line = /\(line (?<line>\d+) column/.exec(said)?.groups?.['line']
  if (line !== undefined) return Number(line)
  const position = /at position (?<position>\d+)/.exec(said)?.groups?.['position']
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length
}
