import { type AttributesByClass, attributeKey, MAX_ATTRIBUTES } from '#common/annotation/named/attribute'
import { guessed, type Observed, observe, observed } from '#common/annotation/named/guess'
import { allSaid, type Draft } from './read-annotation.ts'

/** By class and by the key of the attribute's name. */
export type ObservedByClass = Map<string, Map<string, Observed>>

/** Adds what labels say to what others said. More attributes than a class can have are met again where labels are made. */
export function observeDrafts(all: ObservedByClass, drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const [{ className }, said] = [draft, allSaid(draft)]
    if (said.length === 0) continue
    const ofClass = all.get(className) ?? new Map<string, Observed>()
    all.set(className, ofClass)
    for (const { name, value } of said) {
      const key = attributeKey(name)
      const known = ofClass.get(key) ?? observed(name)
      if (ofClass.size < MAX_ATTRIBUTES) ofClass.set(key, known)
      observe(known, value)
    }
  }
}

/** The attributes that can say all of it. */
export function guessedAttributes(all: ObservedByClass): AttributesByClass {
  const entries = [...all].map(([className, ofClass]) => {
    return [className, [...ofClass.values()].flatMap((each) => guessed(each) ?? [])] as const
  })
  return new Map(entries.filter(([, attributes]) => attributes.length > 0))
}

/** Of the labels of one image: words of so few labels are texts, which the next image can say otherwise. */
export function attributesSaid(drafts: readonly Draft[]): AttributesByClass {
  const all: ObservedByClass = new Map()
  observeDrafts(all, drafts)
  return new Map(
    [...guessedAttributes(all)].map(([className, attributes]) => [
      className,
      attributes.map((each) =>
        each.kind === 'choice' ? { name: each.name, isRequired: false, kind: 'text' as const } : each,
      ),
    ]),
  )
}
