import type { Attribute } from '#common/annotation/attribute'
import type { AttributesByClass } from '#common/annotation/named/attribute'
import type { LabelClass } from '#common/contract/projects'
import { attributesSaid } from '../../annotations/observed-attributes.ts'
import { type Draft, misfitsIn } from '../../annotations/read-annotation.ts'
import { allAttributes, misfitSentence } from '../check/attribute-tally.ts'

/** Sentences about things that are left out; each says another one. */
const MAX_TOLD = 1000

/** Tells what labels say that their classes have no place for, each thing once. */
export function misfitTeller(planned: AttributesByClass | undefined, classes: () => Promise<readonly LabelClass[]>) {
  const told = new Set<string>()
  let known: Promise<Asked> | undefined

  async function read(): Promise<Asked> {
    return new Map((await classes()).map(({ name, attributes = [] }) => [name, attributes]))
  }

  /** Without a plan every picture may give its classes other attributes. */
  async function asked(): Promise<Asked> {
    if (planned === undefined) return read()
    known ??= read()
    return known
  }

  return async (drafts: readonly Draft[], tell: (reason: string) => Promise<void>): Promise<void> => {
    if (drafts.every(({ said }) => said === undefined)) return
    const [there, added] = [await asked(), planned ?? attributesSaid(drafts)]
    const attributesOf = (name: string) => allAttributes(there.get(name) ?? [], added.get(name) ?? [])
    for (const misfit of misfitsIn(drafts, attributesOf)) {
      const reason = misfitSentence(misfit)
      if (told.has(reason) || told.size >= MAX_TOLD) continue
      told.add(reason)
      await tell(reason)
    }
  }
}

type Asked = ReadonlyMap<string, readonly Attribute[]>
