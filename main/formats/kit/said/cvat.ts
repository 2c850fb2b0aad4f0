import type { NamedAttribute } from '#common/annotation/named/attribute'
import type { NamedValues } from '#common/annotation/named/values'
import { oneLine } from '../version-facts.ts'
import { element, type Xml } from '../xml.ts'
import type { GroupNumbers } from './groups.ts'

/** An attribute as CVAT lists it in a label: its choices a line each, the range of a number as from, to and step. */
export function cvatAttribute(named: NamedAttribute): Xml {
  const usual = named.default
  return element('attribute', [
    element('name', oneLine(named.name)),
    element('mutable', 'False'),
    element('input_type', INPUTS[named.kind]),
    element('default_value', usual === undefined ? '' : String(usual)),
    element('values', valuesOf(named).join('\n')),
  ])
}

const INPUTS: Readonly<Record<NamedAttribute['kind'], string>> = {
  choice: 'select',
  'yes-no': 'checkbox',
  number: 'number',
  text: 'text',
}

/** A range that is open on a side has no place. */
function valuesOf(attribute: NamedAttribute): readonly (string | number)[] {
  if (attribute.kind === 'choice') return attribute.choices.map(oneLine)
  const { min, max } = attribute.kind === 'number' ? attribute : {}
  return min === undefined || max === undefined ? [] : [min, max, [min, max].every(Number.isInteger) ? 1 : 0.01]
}

interface Said {
  readonly said: NamedValues | undefined
  readonly numbers?: GroupNumbers | undefined
}

/** The elements of one object with what is said of it: the same on each part of it. */
export function cvatSaid(elements: readonly Xml[], { said, numbers }: Said): readonly Xml[] {
  if (said === undefined && numbers === undefined) return elements
  return elements.map(({ name, content, attributes }) => {
    const inside = [...(typeof content === 'string' ? [] : content), ...saidElements(said)]
    return element(name, inside.length === 0 ? content : inside, {
      ...attributes,
      ...(said?.['occluded'] === true && 'occluded' in attributes && { occluded: 1 }),
      ...(numbers && { group_id: numbers.group, object_id: numbers.object }),
    })
  })
}

function saidElements(said: NamedValues = {}): readonly Xml[] {
  return Object.entries(said).map(([name, value]) => element('attribute', String(value), { name: oneLine(name) }))
}
