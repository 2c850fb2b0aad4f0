import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { FilePlace } from './places.ts'
import { numberOf, type ReadObjects } from './reading.ts'
import { XmlFault, xmlReader } from './xml-reader.ts'

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
  /** The line that it begins in, from 1. */
  readonly at: number
}

/** Reads an XML document as a tree. One that declares entities of its own is refused. */
export function readXml(source: string): Result<XmlElement, Refusal> {
  const reader = xmlReader()
  try {
    const [root] = reader.push(source)
    reader.end()
    return root ? ok(root) : refuse('xml-without-element')
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    return refuse('fault-at-line', { line: error.line }, error.fault)
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
