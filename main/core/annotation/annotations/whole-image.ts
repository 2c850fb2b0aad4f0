import { attributeKey } from '#common/annotation/named/attribute'
import { isUnsaid, type NamedValue } from '#common/annotation/named/values'
import { allSaid, type ReadAnnotation } from './read-annotation.ts'

/**
 * The labels of one class as one that says the image is of it, with all that they say. A label of the whole image comes before
 * those of places.
 */
export function wholeOf(className: string, labels: readonly ReadAnnotation[]): ReadAnnotation {
  const whole = labels.find(({ kind }) => kind === 'whole')
  const others = labels.filter((label) => label !== whole)
  const { said, alsoSaid } = united([...(whole ? [whole] : []), ...others].flatMap(allSaid))
  const spelled = [...new Set(labels.flatMap((label) => label.spelled ?? [label.className]))]
  return {
    className,
    kind: 'whole',
    ...(spelled.some((spelling) => spelling !== className) && { spelled }),
    ...(said && { said }),
    ...(alsoSaid.length > 0 && { alsoSaid }),
    ...(whole?.own && { own: whole.own }),
  }
}

function united(all: readonly NamedValue[]) {
  const first = new Map<string, NamedValue>()
  const alsoSaid: NamedValue[] = []
  for (const each of all) {
    if (isUnsaid(each.value)) continue
    const key = attributeKey(each.name)
    const known = first.get(key)
    if (known === undefined) first.set(key, each)
    else if (String(known.value) !== String(each.value)) alsoSaid.push(each)
  }
  const said = Object.fromEntries([...first.values()].map(({ name, value }) => [name, value]))
  return { said: first.size > 0 ? said : undefined, alsoSaid }
}
