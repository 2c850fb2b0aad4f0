import type { Attribute } from '#common/annotation/attribute'
import {
  type AttributesByClass,
  attributeKey,
  byIdentifiers,
  type NamedAttribute,
  withMissing,
} from '#common/annotation/named/attribute'
import { answersOf, type Misfit } from '#common/annotation/named/values'
import { brand } from '#common/border'
import type { LabelClass } from '#common/contract/projects'
import type { AttributeId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import {
  guessedAttributes,
  type ObservedByClass,
  observeDrafts,
} from '../../../annotation/annotations/observed-attributes.ts'
import { allSaid, type Draft, misfitMessage, misfitsIn } from '../../../annotation/annotations/read-annotation.ts'
import type { DatasetProblem, DescribedImage, ListedClasses } from '../ports.ts'

export type AskedClass = Pick<LabelClass, 'name' | 'attributes'>

type Source = DescribedImage['source']

/** Attribute values of the annotations of a dataset, and the attributes that classes of the project need to keep them. */
export function attributeTally(there: readonly AskedClass[]) {
  const asked = new Map(there.map(({ name, attributes = [] }) => [name, attributes]))
  const listed = new Map<string, readonly NamedAttribute[]>()
  const seen: ObservedByClass = new Map()
  /** Where something was said first, by class, attribute and value. */
  const places = new Map<string, Source>()
  /** Labels that stand for several which contradict one another, with where they are. */
  const contradicting: { readonly draft: Draft; readonly source: Source }[] = []

  function list({ attributes = new Map() }: ListedClasses): void {
    for (const [name, each] of attributes) listed.set(name, withMissing(listed.get(name) ?? [], each))
  }

  function count(drafts: readonly Draft[], source: Source): void {
    observeDrafts(seen, drafts)
    for (const draft of drafts) {
      const { className } = draft
      if (draft.alsoSaid && contradicting.length < MAX_PLACES) contradicting.push({ draft, source })
      for (const { name, value } of allSaid(draft)) {
        const place = placeKey(className, name, value)
        if (places.size < MAX_PLACES && !places.has(place)) places.set(place, source)
      }
    }
  }

  /** The attributes of all classes that need some: the file's own, and where it lists none what labels say. */
  function wanted(): AttributesByClass {
    const all = new Map(listed)
    for (const [name, each] of guessedAttributes(seen)) all.set(name, withMissing(all.get(name) ?? [], each))
    return all
  }

  /** Attributes that the classes of the project lack. */
  function missing(): AttributesByClass {
    const entries = [...wanted()].map(([name, each]) => {
      const known = new Set(asked.get(name)?.map((attribute) => attributeKey(attribute.name)))
      return [name, each.filter((attribute) => !known.has(attributeKey(attribute.name)))] as const
    })
    return new Map(entries.filter(([, each]) => each.length > 0))
  }

  /** Values that the classes of the annotations will have no place for, each once. */
  function problems(): readonly DatasetProblem[] {
    const added = missing()
    const misfits = [...seen].flatMap(([className, ofClass]) => {
      const attributes = allAttributes(asked.get(className) ?? [], added.get(className) ?? [])
      return [...ofClass.values()].flatMap(({ name, values }) =>
        [...values].flatMap(([value, labels]) =>
          answersOf(attributes, { [name]: value }).misfits.map((misfit) => ({
            ...(places.get(placeKey(className, name, value)) ?? { path: '' }),
            reason: misfitMessage({ className, ...misfit }, labels),
          })),
        ),
      )
    })
    return [...misfits, ...contradictions(added)]
  }

  function contradictions(added: AttributesByClass): readonly DatasetProblem[] {
    const all = contradicting.flatMap(({ draft, source }) => {
      const { className } = draft
      const attributes = allAttributes(asked.get(className) ?? [], added.get(className) ?? [])
      const misfits = misfitsIn([draft], [{ name: className, attributes }])
      return misfits.filter(({ instead }) => instead !== undefined).map((misfit) => ({ misfit, source }))
    })
    const alike = Map.groupBy(all, ({ misfit }) => sentenceOf(misfitMessage(misfit)))
    return [...alike.values()].flatMap((each) =>
      each.slice(0, 1).map(({ misfit, source }) => ({ ...source, reason: misfitMessage(misfit, each.length) })),
    )
  }

  return { list, count, missing, problems }
}

/** Of more different things nobody reads the places. */
const MAX_PLACES = 20_000

function placeKey(className: string, name: string, value: Misfit['value']): string {
  return JSON.stringify([className, attributeKey(name), value])
}

/** The attributes that a class will have. */
function allAttributes(there: readonly Attribute[], added: readonly NamedAttribute[]): readonly Attribute[] {
  let last = 0
  const fresh = () => brand<AttributeId>(`planned${String((last += 1)).padStart(8, '0')}`)
  return withMissing(
    there,
    added.map((named) => byIdentifiers(named, fresh)),
  )
}
