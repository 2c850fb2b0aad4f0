import type { NamedValues } from '#common/annotation/named/values'
import { childOf, childrenOf, type XmlElement } from '../xml.ts'

/** Words that Pascal VOC has of its own; it says of every object whether they hold. */
const WORDS = ['truncated', 'difficult', 'occluded'] as const

/** An object's attributes: Pascal VOC's own words where they hold, and the attributes that CVAT and Datumaro write. */
export function vocSaid(object: XmlElement): NamedValues | undefined {
  const held = WORDS.filter((word) => childOf(object, word)?.text.trim() === '1').map((word) => [word, true] as const)
  const list = childOf(object, 'attributes')
  const said = list === undefined ? [] : childrenOf(list, 'attribute').map(nameAndValue)
  const all = [...held, ...said.filter(([name]) => name !== '')]
  return all.length === 0 ? undefined : Object.fromEntries(all)
}

function nameAndValue(attribute: XmlElement): readonly [string, string] {
  return [childOf(attribute, 'name')?.text.trim() ?? '', childOf(attribute, 'value')?.text ?? '']
}
