import { PLAIN, REFUSALS } from '#common/messages/catalogue'
import type { Template } from '#common/messages/template'
import { MESSAGES } from '#renderer/words/core/german'

const WORD = /\p{L}{2,}/gu

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase())
}

/** Words of which every untranslated sentence has some, and those of the JSON validator. */
const SURE = ['the', 'is', 'it', 'its', 'has', 'not', 'of', 'and', 'with', 'which', 'invalid', 'expected', 'received']

const GERMAN = new Set(Object.values(MESSAGES).flatMap(wordsOf))
const TEMPLATES: readonly Template[] = [
  ...Object.values<Template>(PLAIN),
  ...Object.values<readonly [string, Template]>(REFUSALS).map(([, template]) => template),
]
const ENGLISH = new Set([
  ...SURE,
  ...TEMPLATES.flatMap(formsOf)
    .flatMap(wordsOf)
    .filter((word) => !GERMAN.has(word)),
])

function formsOf(template: Template): readonly string[] {
  return typeof template === 'string' ? [template] : [template.one, template.other]
}

/**
 * Returns English words in a German sentence, except in quoted texts and names of fields and files, which come from the
 * user.
 */
export function englishWordsIn(sentence: string): readonly string[] {
  const own = sentence
    .replace(/„[^“]*“|"[^"]*"/g, '')
    .replace(/<\w+>|[\w/*…-]+(?:[._][\w\][…-]+)+|\w+\[\d*\](?:\.\w+)*/g, '')
  return wordsOf(own).filter((word) => ENGLISH.has(word))
}
