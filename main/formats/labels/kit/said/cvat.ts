import { NamedAttribute } from '#common/annotation/named/attribute'
import type { NamedValues } from '#common/annotation/named/values'
import { numberOf } from '../reading.ts'
import { childOf, childrenOf, type XmlElement } from '../xml.ts'
import { choiceOrText } from './listed.ts'
import { isCrowdName } from './said.ts'

/** The attributes that CVAT lists in a label. One that nothing can be made of is passed over: objects show what they say by it. */
export function cvatAttributes(label: XmlElement): readonly NamedAttribute[] {
  const list = childOf(label, 'attributes')
  return list === undefined ? [] : attributesIn(list)
}

function attributesIn(list: XmlElement): readonly NamedAttribute[] {
  const all = childrenOf(list, 'attribute').flatMap((entry) => readAttribute(entry) ?? [])
  return all.filter(({ name }) => !isCrowdName(name))
}

function readAttribute(entry: XmlElement): NamedAttribute | undefined {
  const text = (name: string) => childOf(entry, name)?.text ?? ''
  const [name, usual] = [text('name').trim(), text('default_value').trim()]
  const words = text('values').split('\n')
  const common = { name, isRequired: false }
  switch (text('input_type').trim().toLowerCase()) {
    case 'checkbox':
      return parsed({ ...common, kind: 'yes-no', ...(usual !== '' && { default: usual.toLowerCase() === 'true' }) })
    case 'number':
      return parsed({ ...common, kind: 'number', ...rangeOf(words), ...numberField('default', usual) })
    case 'select':
    case 'radio':
      return choiceOrText({ name, words, usual })
  }
  return parsed({ ...common, kind: 'text', ...(usual !== '' && { default: usual }) })
}

function parsed(attribute: object): NamedAttribute | undefined {
  return NamedAttribute.safeParse(attribute).data
}

/** From, to and step, a line each. */
function rangeOf([from, to]: readonly string[]) {
  return { ...numberField('min', from), ...numberField('max', to) }
}

function numberField(name: string, text: string | undefined) {
  const value = numberOf(text)
  return value === undefined ? {} : { [name]: value }
}

/** Attributes of an object or a tag; CVAT keeps apart from them whether an object is occluded. */
export function cvatSaid(element: XmlElement): NamedValues | undefined {
  const said = childrenOf(element, 'attribute').map(
    ({ attributes, text }) => [attributes.get('name') ?? '', text] as const,
  )
  const occluded = element.attributes.get('occluded') === '1' ? [['occluded', true] as const] : []
  const all = [...occluded, ...said]
  return all.length === 0 ? undefined : Object.fromEntries(all)
}
