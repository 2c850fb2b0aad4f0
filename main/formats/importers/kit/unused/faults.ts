import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { readXml } from '../../../labels/kit/xml.ts'
import { parseDocument } from '../json/document.ts'
import { endingOf } from '../paths.ts'
import { tableFault, textTableFault } from '../tables/classification-columns.ts'
import { readText } from '../texts.ts'
import { readYaml } from '../yolo/yaml.ts'

/** Larger files are not looked into only to say why they are not used. */
const MAX_BYTES = 4 * 1024 * 1024

const HEAD_BYTES = 64 * 1024

/** Looks into a file that no format knows, and says what is wrong with it; undefined where it is sound. */
export async function faultOf(file: DatasetFile, dataset: DatasetFiles): Promise<DatasetProblem | undefined> {
  if (endingOf(file.path) === '.txt') return problemOf(file.path, textTableFault(await dataset.head(file, HEAD_BYTES)))
  const find = FINDERS.get(endingOf(file.path))
  if (find === undefined || file.bytes > MAX_BYTES) return undefined
  const text = await readText(dataset, file)
  return text.ok ? find(text.value, file.path) : text.error
}

type Finder = (text: string, path: string) => DatasetProblem | undefined

const FINDERS: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  ['.json', jsonFault],
  ['.xml', xmlFault],
  ['.yaml', yamlFault],
  ['.yml', yamlFault],
  ['.csv', columnFault],
  ['.tsv', columnFault],
])

function columnFault(text: string, path: string): DatasetProblem | undefined {
  return problemOf(path, tableFault(text))
}

function jsonFault(text: string, path: string): DatasetProblem | undefined {
  const read = parseDocument(text, path)
  return read.ok ? undefined : read.error
}

function xmlFault(text: string, path: string): DatasetProblem | undefined {
  const read = readXml(text)
  return read.ok ? undefined : { path, reason: message('file-not-used', {}, read.error) }
}

function yamlFault(text: string, path: string): DatasetProblem | undefined {
  const read = readYaml(text)
  if (read.ok) return undefined
  const { line, reason } = read.error
  return { path, line, reason: message('file-not-readable', {}, reason) }
}

function problemOf(path: string, reason: Message | undefined): DatasetProblem | undefined {
  return reason === undefined ? undefined : { path, reason }
}
