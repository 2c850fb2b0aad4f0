import { CORE_GERMAN } from '#renderer/words/core/german'

const WORD = /\p{L}{2,}/gu

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase())
}

/** Words of which every untranslated sentence has some, and those of the JSON validator. */
const SURE = ['the', 'is', 'it', 'its', 'has', 'not', 'of', 'and', 'with', 'which', 'invalid', 'expected', 'received']

const GERMAN = new Set(Object.values(CORE_GERMAN).flatMap(wordsOf))
const ENGLISH = new Set([
  ...SURE,
  ...Object.keys(CORE_GERMAN)
    .flatMap(wordsOf)
    .filter((word) => !GERMAN.has(word)),
])

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
