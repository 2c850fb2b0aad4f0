import type { NamedValues } from '#common/annotation/named/values'
import { oneLine } from '../version-facts.ts'
import { element, type Xml } from '../xml.ts'

/** An object of Pascal VOC with what is said of it, as CVAT and Datumaro write it behind the rest. */
export function vocSaid(object: Xml, said: NamedValues | undefined): Xml {
  if (said === undefined || typeof object.content === 'string') return object
  const fields = object.content.map((field) =>
    said[field.name] === true && field.content === '0' ? set(field) : field,
  )
  const attributes = Object.entries(said).map(([name, value]) =>
    element('attribute', [element('name', oneLine(name)), element('value', String(value))]),
  )
  return element(object.name, [...fields, element('attributes', attributes)], object.attributes)
}

/** Pascal VOC has words of its own for an object that is truncated, difficult or occluded. */
function set({ name, attributes }: Xml): Xml {
  return element(name, 1, attributes)
}
