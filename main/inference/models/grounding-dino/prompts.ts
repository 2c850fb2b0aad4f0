import type { TextTokenizer } from '../../tokenizers/tokenizer.ts'

/** Tokens of a class in a prompt; `end` lies behind the last. */
export interface Span {
  /** Place of the class in the list that was asked. */
  readonly classIndex: number
  readonly start: number
  readonly end: number
}

/** The words of one run: begin, the tokens of each class with the sign that parts it from the next, end. */
export interface Prompt {
  readonly tokens: readonly number[]
  readonly spans: readonly Span[]
}

interface Planning {
  readonly tokenizer: TextTokenizer
  /** The token that parts classes. */
  readonly separator: number
  /** Tokens of a prompt at most. */
  readonly most: number
  /** Every class gets a run of its own. */
  readonly isOneByOne: boolean
}

/**
 * The prompts that ask for all classes, in as few runs as they fit in. A class that is named twice, in whatever case, is asked once and
 * found under its first name; one of signs alone has no word to look for, and is never found. One longer than a whole prompt is cut.
 */
export function planPrompts(classes: readonly string[], planning: Planning): Prompt[] {
  const { tokenizer, separator, most, isOneByOne } = planning
  const prompts: Prompt[] = []
  let waiting: Words[] = []
  let length = MARKS
  const close = () => {
    if (waiting.length > 0) prompts.push(toPrompt(waiting, { begin: tokenizer.begin, separator, end: tokenizer.end }))
    ;[waiting, length] = [[], MARKS]
  }
  for (const [phrase, classIndex] of phrasesOf(classes)) {
    const tokens = tokenizer.tokensOf(phrase, most - MARKS - 1)
    if (tokens.length === 0) continue
    if (isOneByOne || length + tokens.length + 1 > most) close()
    waiting.push({ classIndex, tokens })
    length += tokens.length + 1
  }
  close()
  return prompts
}

/** The mark before the first class and the one behind the last. */
const MARKS = 2

interface Words {
  readonly classIndex: number
  readonly tokens: readonly number[]
}

/** The signs that part classes are none of the signs within one. */
function phrasesOf(classes: readonly string[]): ReadonlyMap<string, number> {
  const phrases = new Map<string, number>()
  for (const [classIndex, name] of classes.entries()) {
    const phrase = name
      .toLowerCase()
      .replaceAll(/[.?\s]+/g, ' ')
      .trim()
    if (!phrases.has(phrase)) phrases.set(phrase, classIndex)
  }
  return phrases
}

interface Marks {
  readonly begin: number
  readonly separator: number
  readonly end: number
}

/** The prompt that asks for these classes in this order. */
export function toPrompt(words: readonly Words[], { begin, separator, end }: Marks): Prompt {
  const tokens = [begin]
  const spans: Span[] = []
  for (const word of words) {
    const start = tokens.length
    for (const token of [...word.tokens, separator]) tokens.push(token)
    spans.push({ classIndex: word.classIndex, start, end: start + word.tokens.length })
  }
  return { tokens: [...tokens, end], spans }
}
