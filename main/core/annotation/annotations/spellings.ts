import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { shorten } from '#common/text'
import { normalName } from '../../dataset/projects/rules.ts'
import type { ReadAnnotation } from './read-annotation.ts'

/** Characters of all the spellings that are remembered; later ones are not told. */
const MAX_KEPT = 20_000_000

export type SpellingWatch = ReturnType<typeof spellingWatch>

/**
 * Hears of class names as files spell them and says which become one class: some characters are written as dashes, so `C#` and `C-` have
 * the same name. One watch is for all files of an upload or an import. Projects do not keep spellings, so each changed name that becomes
 * one of the classes that are `there` is told.
 */
export function spellingWatch(there: readonly string[] = []) {
  const isThere = new Set(there)
  const spellings = new Map<string, Set<string>>()
  let kept = 0

  function see(spelling: string, className: string): Message | undefined {
    const known = spellings.get(className) ?? new Set()
    if (known.has(spelling) || kept >= MAX_KEPT) return undefined
    const [first] = known
    const isTwoForms = [...known].some((other) => isSameText(other, spelling))
    spellings.set(className, known.add(spelling))
    kept += spelling.length
    if (isTwoForms) return message('class-name-in-two-forms', { name: shorten(normalName(spelling)) })
    if (isThere.has(className)) return isSameText(spelling, className) ? undefined : existing(spelling, className)
    return first === undefined ? undefined : joined(first, spelling, className)
  }

  return {
    /** Returns notes on a list of classes that were not returned before. */
    listed(names: readonly (readonly [spelling: string, className: string])[]): readonly Message[] {
      return names.flatMap(([spelling, className]) => see(spelling, className) ?? [])
    },
    /** Returns notes on objects that were not returned before. */
    objects(objects: readonly ReadAnnotation[]): readonly Message[] {
      return objects.flatMap(({ className, spelled = [className] }) =>
        spelled.flatMap((spelling) => see(spelling, className) ?? []),
      )
    },
  }
}

/** Whether people see no difference, however accents are written. */
function isSameText(one: string, other: string): boolean {
  return normalName(one) === normalName(other)
}

function existing(spelling: string, className: string): Message {
  return message('class-exists-already', { spelling: shorten(spelling), name: shorten(className) })
}

function joined(one: string, other: string, className: string): Message {
  const [first, second] = toldApart(one, other)
  return message('class-names-joined', { first, second, name: shorten(className) })
}

/** Characters before the place where two names differ. */
const LEAD = 20

/** Two names as short as can be, each with the place where they differ. */
function toldApart(first: string, second: string): readonly [string, string] {
  const [one, other] = [shorten(first), shorten(second)]
  if (one !== other) return [one, other]
  const place = Array.from(first).findIndex((character, i) => character !== Array.from(second)[i])
  const from = Math.max(0, (place < 0 ? Array.from(first).length : place) - LEAD)
  const partOf = (name: string) => `…${shorten(Array.from(name).slice(from).join(''))}`
  return [partOf(first), partOf(second)]
}
