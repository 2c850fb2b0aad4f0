import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import type { XmlElement } from '../../../labels/kit/xml.ts'
import { XmlFault, xmlReader } from '../../../labels/kit/xml-reader.ts'
import { endingOf, isAside } from '../paths.ts'
import type { Pause } from '../pauses.ts'
import { inFull } from '../rows-said.ts'
import { declaredDecoder, encodingFault, NOT_UTF8 } from '../texts.ts'

/** An element directly inside the outermost one. */
export interface FoundElement {
  readonly element: XmlElement
  /** Where it begins, from 1. */
  readonly line: number
}

/** Pieces small enough that reading one keeps nobody waiting. */
const PIECE_BYTES = 64 * 1024

/**
 * The elements of some names directly inside the outermost one, in the order of the file. Holds one of them, so the file may be of
 * any size. A problem is the last that comes.
 */
export async function* xmlElements(
  dataset: DatasetFiles,
  file: DatasetFile,
  { names, pause }: { readonly names: ReadonlySet<string>; readonly pause: Pause },
): AsyncGenerator<FoundElement | DatasetProblem> {
  const { path } = file
  const reader = xmlReader(names)
  try {
    for await (const text of textPieces(dataset, file)) {
      for (const element of reader.push(text)) {
        yield { element, line: element.at }
        await pause()
      }
    }
    reader.end()
  } catch (error) {
    if (!(error instanceof XmlFault || error instanceof EncodingFault)) throw error
    yield { path, line: error.line, reason: inFull(error.fault) }
  }
}

async function* textPieces(dataset: DatasetFiles, file: DatasetFile): AsyncGenerator<string> {
  const decode = decoder()
  for await (const bytes of dataset.read(file)) {
    for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
      yield decode(bytes.subarray(start, start + PIECE_BYTES))
    }
  }
  yield decode()
}

/** Bytes that are no text. */
class EncodingFault extends Error {
  override readonly name = 'EncodingFault'
  readonly fault: Message
  readonly line: number

  constructor(fault: Message, line: number) {
    super(sentenceOf(fault))
    this.fault = fault
    this.line = line
  }
}

/** Throws `EncodingFault`, which names the line that the wrong byte stands in. */
function decoder() {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let [line, head, decoding]: [number, Uint8Array, InstanceType<typeof TextDecoder>] = [1, new Uint8Array(), utf8]

  function decoded(bytes: Uint8Array | undefined): string | undefined {
    try {
      return bytes ? decoding.decode(bytes, { stream: true }) : decoding.decode()
    } catch {
      return undefined
    }
  }

  return (bytes?: Uint8Array): string => {
    if (bytes && head.byteLength === 0) {
      head = bytes.slice(0, DECLARATION_BYTES)
      decoding = declaredDecoder(head) ?? utf8
    }
    const text = decoded(bytes)
    const fault = encodingFault(head, text)
    if (text === undefined || fault !== undefined) throw new EncodingFault(fault ?? NOT_UTF8, line)
    line += text.split('\n').length - 1
    return text
  }
}

const DECLARATION_BYTES = 200

const HEAD_BYTES = 4096

/** The XML files that have an element of a name at their beginning. */
export async function xmlFiles(dataset: DatasetFiles, name: string): Promise<DatasetFile[]> {
  const found: DatasetFile[] = []
  for (const file of dataset.files) {
    if (endingOf(file.path) !== '.xml' || isAside(file.path)) continue
    const head = await dataset.head(file, HEAD_BYTES)
    if (/<(?<root>[A-Za-z_][\w:.-]*)/.exec(head.replace(/<!--[^]*?-->/g, ''))?.groups?.['root'] === name)
      found.push(file)
  }
  return found
}
