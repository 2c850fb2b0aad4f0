import { SaxesParser } from 'saxes'
import { refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { shorten } from './reading.ts'

/** Why a document is read no further. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault'
  readonly fault: Message
  /** From 1. */
  readonly line: number

  constructor(fault: Message, line: number) {
    super(sentenceOf(fault))
    this.fault = fault
    this.line = line
  }
}

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  text: string
  readonly children: Element[]
  /** The line that it begins in, from 1. */
  readonly at: number
}

interface XmlReader {
  /** The elements that end in a piece of the document. */
  push(piece: string): readonly Element[]
  /** To be called behind the last piece. */
  end(): void
}

const MAX_DEPTH = 50
/** No annotation file needs more of one element. */
const MAX_ATTRIBUTES = 1000
/** Of a tag or a remark. The outline of an object stands in a tag. */
const MAX_TOKEN = 16 * 1024 * 1024
const MAX_ELEMENT = 64 * 1024 * 1024
/** More faults between two tags were made to keep a reader busy. */
const MAX_FAULTS = 1000

/**
 * Reads a document that comes piece by piece, and gives its outermost element; with `names`, it gives the elements of these names
 * directly inside the outermost one and holds one of them at a time. What programs often write wrongly is read, such as a bare `&`.
 * All methods throw `XmlFault`.
 */
export function xmlReader(names?: ReadonlySet<string>): XmlReader {
  const parser = new SaxesParser()
  const recent = recentText(parser)
  const escape = looseAmpersands()
  const tree = elementTree(names)
  let [line, faults, passed] = [0, 0, 0]
  let cutOff: XmlFault | undefined
  let isEnding = false

  function fail(fault: Message): never {
    throw new XmlFault(fault, parser.line)
  }
  function pass(): void {
    passed = parser.position
    faults = 0
  }
  // With more handlers than these, V8 keeps the parser as a dictionary, and reading takes five times as long.
  parser.on('doctype', (text) => {
    // Entities can stand for gigabytes.
    if (text.includes('<!ENTITY')) fail(refusal('xml-with-entities'))
    pass()
  })
  parser.on('opentagstart', () => {
    line = parser.column === 0 ? parser.line - 1 : parser.line
  })
  parser.on('opentag', (tag) => {
    const attributes = new Map(Object.entries(tag.attributes))
    if (attributes.size > MAX_ATTRIBUTES)
      fail(message('xml-too-many-attributes', { name: shorten(tag.name), most: String(MAX_ATTRIBUTES) }))
    if (tree.depth() >= MAX_DEPTH) fail(message('xml-nested-too-deeply'))
    tree.open({ name: tag.name, attributes, text: '', children: [], at: line }, parser.position)
    pass()
  })
  parser.on('text', tree.text)
  parser.on('cdata', (text) => tree.text(text.replaceAll(AMPERSAND, '&')))
  parser.on('closetag', () => {
    tree.close()
    pass()
  })
  parser.on('error', ({ message: said }) => {
    faults += 1
    if (isEnding) cutOff ??= said.includes('unexpected end') ? recent.damage() : undefined
    else if (CLOSES.test(said)) fail(message('xml-closes-unopened', { name: recent.closing() }))
    else if (DAMAGES.test(said) || faults > MAX_FAULTS) throw recent.damage()
  })

  function write(text: string): void {
    recent.add(text)
    parser.write(text)
    if (parser.position - passed > MAX_TOKEN) fail(message('xml-tag-too-long', { most: MAX_TOKEN }))
    if (tree.lengthOfOpen(parser.position) > MAX_ELEMENT) fail(message('xml-element-too-long', { most: MAX_ELEMENT }))
  }
  return {
    push(piece) {
      write(escape(piece))
      return tree.taken()
    },
    end() {
      write(escape())
      const inside = tree.inside()
      const last = parser.line
      isEnding = true
      parser.close()
      if (names && inside !== undefined) throw new XmlFault(message('xml-cut-off-inside', { name: inside }), last)
      if (cutOff) throw names ? new XmlFault(message('xml-cut-off'), last) : cutOff
      if (inside !== undefined) throw new XmlFault(refusal('xml-ends-inside', { name: inside }), last)
      if (names && line === 0) throw new XmlFault(message('xml-cut-off'), last)
    },
  }
}

/** Of the messages of the parser. All others are about faults that leave no doubt what is meant. */
const CLOSES = /(?:unexpected close|unmatched closing) tag/
const DAMAGES = /(?:close|closing|opening) tag|in tag name/

interface OpenElement {
  readonly name: string
  /** The element, or undefined where it is not wanted. */
  readonly element: Element | undefined
  readonly from: number
}

function elementTree(names: ReadonlySet<string> | undefined) {
  const outermost = names ? 1 : 0
  const open: OpenElement[] = []
  let found: Element[] = []
  return {
    depth: () => open.length,
    inside: () => open.at(-1)?.name,
    lengthOfOpen(position: number): number {
      const wanted = names ? open[1] : undefined
      return wanted?.element ? position - wanted.from : 0
    },
    open(element: Element, from: number): void {
      const { name } = element
      const around = open.at(-1)?.element
      const isWanted = open.length === outermost ? names?.has(name) !== false : around !== undefined
      around?.children.push(element)
      open.push({ name, element: isWanted ? element : undefined, from })
    },
    text(text: string): void {
      const inner = open.at(-1)?.element
      if (inner) inner.text += text
    },
    close(): void {
      const element = open.pop()?.element
      if (element && open.length === outermost) found.push(element)
    },
    taken(): readonly Element[] {
      const all = found
      found = []
      return all
    },
  }
}

/** Of the text before a piece: a tag that is named in a message begins there at most. */
const KEPT = 200

/** The text that a parser is at, to tell where it fails. */
function recentText(parser: SaxesParser) {
  let [text, start] = ['', 0]
  const passed = () => text.slice(0, parser.position - start)
  return {
    add(piece: string): void {
      const kept = text.slice(-KEPT)
      start += text.length - kept.length
      text = kept + piece
    },
    /** The name in the end tag that was read last. */
    closing(): string {
      const read = passed()
      return shorten(read.slice(read.lastIndexOf('</') + 2, -1).trim())
    },
    damage(): XmlFault {
      const read = passed()
      const tag = Math.max(0, read.lastIndexOf('<'))
      const seen = text.slice(tag, tag + 40).replaceAll(AMPERSAND, '&')
      const line = parser.line - read.slice(tag).split('\n').length + 1
      return new XmlFault(message('xml-damaged-at', { text: shorten(seen) }), line)
    },
  }
}

/** A spelling that nobody else uses, so that it is known again where references are plain text. */
const AMPERSAND = '&#x0026;'
const LOOSE = /&(?!(?:#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});)/gi
const UNFINISHED = /&[#\w]{0,8}$/

/** Escapes each `&` that begins no reference. Keeps what may be the beginning of one for the next piece. */
function looseAmpersands() {
  let held = ''
  return (piece?: string): string => {
    const text = held + (piece ?? '')
    held = piece === undefined ? '' : (UNFINISHED.exec(text.slice(-9))?.[0] ?? '')
    return text.slice(0, text.length - held.length).replace(LOOSE, AMPERSAND)
  }
}
