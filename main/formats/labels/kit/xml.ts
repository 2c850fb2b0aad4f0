import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { FilePlace } from './places.ts'
import { numberOf, type ReadObjects, shorten } from './reading.ts'

/** A kind of XML annotation file. */
export interface XmlFormat {
  /** The folder of its golden file. */
  readonly id: string
  recognises(root: XmlElement): boolean
  read(root: XmlElement, image: AnnotatedImage): ReadObjects
}

/** An element with the text directly inside it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
  readonly children: readonly XmlElement[]
  /** Where it begins in the document. */
  readonly at: number
}

interface OpenElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  text: string
  readonly children: XmlElement[]
  readonly at: number
}

const MAX_DEPTH = 50
/** No annotation file needs more of one element. */
const MAX_ATTRIBUTES = 1000

const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>|<!\[CDATA\[(?<raw>[^]*?)\]\]>|<\/(?<end>[\w:.-]+)\s*>|<(?<start>[A-Za-z_][\w:.-]*)(?<attributes>\s[^>]*?)?(?<empty>\/?)>|(?<text>[^<]+)/y

/** Reads an XML document as a tree. One that declares entities of its own is refused. */
export function readXml(source: string): Result<XmlElement, Refusal> {
  const document: OpenElement = { name: '', attributes: new Map(), text: '', children: [], at: 0 }
  const open = [document]
  const token = new RegExp(TOKEN)
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const groups = token.exec(source)?.groups
    if (groups && declaresEntities(source, at, token.lastIndex)) return refuse('xml-with-entities')
    const fault = groups ? take(groups, open, at) : damagedAt(source, at)
    if (fault) return refuse('fault-at-line', { line: xmlLines(source)(at) }, fault)
  }
  const unclosed = open.slice(1).at(-1)
  if (unclosed) return refuse('xml-ends-inside', { name: unclosed.name })
  const [root] = document.children
  return root ? ok(root) : refuse('xml-without-element')
}

function damagedAt(source: string, at: number): Message {
  return message('xml-damaged-at', { text: shorten(source.slice(at, at + 40)) })
}

/** Whether the token from one place to another is a document type with entities: they can stand for gigabytes. */
export function declaresEntities(source: string, at: number, end: number): boolean {
  return source.startsWith('<!DOCTYPE', at) && source.slice(at, end).includes('<!ENTITY')
}

/** Adds one token to the innermost open element; answers what is wrong with it. */
function take(
  token: Readonly<Record<string, string | undefined>>,
  open: OpenElement[],
  at: number,
): Message | undefined {
  const { raw, end, start, attributes = '', empty, text } = token
  const inner = open.at(-1)
  if (inner === undefined) return message('xml-damaged')
  if (raw !== undefined) inner.text += raw
  if (text !== undefined) inner.text += decodeEntities(text)
  if (end !== undefined) return close(end, open)
  if (start === undefined) return undefined
  if (open.length > MAX_DEPTH) return message('xml-nested-too-deeply')
  const read = readAttributes(attributes)
  if (read === undefined)
    return message('xml-too-many-attributes', { name: shorten(start), most: String(MAX_ATTRIBUTES) })
  const element = { name: start, attributes: read, text: '', children: [], at }
  inner.children.push(element)
  if (empty === '') open.push(element)
  return undefined
}

/** Name and value pairs; what is none is passed over. Undefined where there are too many. */
function readAttributes(text: string): ReadonlyMap<string, string> | undefined {
  const read = new Map<string, string>()
  let count = 0
  const pairs = text.matchAll(/(?<![\w:.-])(?<name>[\w:.-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g)
  for (const { groups = {} } of pairs) {
    const { name = '', double, single = '' } = groups
    count += 1
    if (count > MAX_ATTRIBUTES) return undefined
    read.set(name, decodeEntities(double ?? single))
  }
  return read
}

function close(name: string, open: OpenElement[]): Message | undefined {
  const inner = open.at(-1)
  if (open.length < 2 || inner?.name !== name) return message('xml-closes-unopened', { name })
  open.pop()
  return undefined
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x(?<hex>[0-9a-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>\w{1,8}));/gi, (whole, ...rest) => {
    const { hex, decimal, name = '' }: Record<string, string | undefined> = rest.at(-1)
    if (hex === undefined && decimal === undefined) return NAMED_ENTITIES[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** The line of each place in a document, from 1. Places are mostly asked for in their order: none is counted from the start again. */
export function xmlLines(source: string): (at: number) => number {
  let counted = { at: 0, line: 1 }
  return (at) => {
    const from = counted.at <= at ? counted : { at: 0, line: 1 }
    let line = from.line
    for (let next = source.indexOf('\n', from.at); next >= 0 && next < at; next = source.indexOf('\n', next + 1))
      line += 1
    counted = { at, line }
    return line
  }
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** A number in an attribute; the refusal names the attribute. */
export function numberIn({ attributes }: XmlElement, name: string, place: FilePlace): Result<number, Refusal> {
  const value = numberOf(attributes.get(name))
  return value === undefined ? refuse('attribute-not-number', { place, name }) : ok(value)
}
