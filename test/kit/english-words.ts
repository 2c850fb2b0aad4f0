import { CORE_GERMAN } from '#renderer/words/core/german'

const WORD = /\p{L}{2,}/gu

function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase())
}

/** Ones that every untranslated sentence has some of, and those of the library that checks JSON. */
const SURE = ['the', 'is', 'it', 'its', 'has', 'not', 'of', 'and', 'with', 'which', 'invalid', 'expected', 'received']

const GERMAN = new Set(Object.values(CORE_GERMAN).flatMap(wordsOf))
const ENGLISH = new Set([
  ...SURE,
  ...Object.keys(CORE_GERMAN)
    .flatMap(wordsOf)
    .filter((word) => !GERMAN.has(word)),
])

/** English words in a German sentence. Quoted words and names of fields and files are those of the user. */
export function englishWordsIn(sentence: string): readonly string[] {
  const own = sentence
    .replace(/„[^“]*“|"[^"]*"/g, '')
    .replace(/<\w+>|[\w/*…-]+(?:[._][\w\][…-]+)+|\w+\[\d*\](?:\.\w+)*/g, '')
  return wordsOf(own).filter((word) => ENGLISH.has(word))
}
