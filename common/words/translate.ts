/** A sentence of the table, cut at its values. */
interface Template {
  /** The words before, between and behind the values: one more than there are names. */
  readonly pieces: readonly string[]
  readonly names: readonly string[]
  readonly translation: string
}

export interface Translating {
  /** Translations by sentences; values stand in double braces. */
  readonly table: Readonly<Record<string, string>>
  /** Writes a number as the language does. */
  readonly writeNumber: (value: number) => string
}

/** A value may be a sentence of the table, and so may a value of that. */
const MOST_LEVELS = 4
const MOST_KEPT = 500

/**
 * Says finished sentences in another language: each is looked for in the table, and its values are put into the translation. Where
 * several fit, the one with the longest beginning is meant, since a sentence that begins with a value also fits what stands behind
 * the beginning of another; then the one with the most words of its own. What the table does not know comes back as it is, and so do values in
 * quotes, which are what people called something.
 */
export function translator({ table, writeNumber }: Translating): (sentence: string) => string {
  const whole = new Map(Object.entries(table))
  const templates = [...whole]
    .filter(([sentence]) => sentence.includes('{{'))
    .map(([sentence, translation]) => templateOf(sentence, translation))
    .toSorted((a, b) => headOf(b) - headOf(a) || weightOf(b) - weightOf(a))
  const kept = new Map<string, string>()

  function say(sentence: string, level: number): string {
    const exact = whole.get(sentence)
    if (exact !== undefined) return exact
    for (const template of templates) {
      const values = valuesIn(template, sentence)
      if (values !== undefined) return fill(template, values, level)
    }
    return withoutStop(sentence, level)
  }

  /** Reports end their sentences with a stop; the table has most of them without. */
  function withoutStop(sentence: string, level: number): string {
    if (!isStopped(sentence)) return sentence
    const bare = sentence.slice(0, -1)
    const said = say(bare, level)
    return said === bare ? sentence : `${said}.`
  }

  function fill({ pieces, names, translation }: Template, values: readonly string[], level: number): string {
    const said = new Map(
      names.map((name, place) => {
        const [before = '', after = ''] = pieces.slice(place, place + 2)
        return [name, sayValue(values[place] ?? '', { before, after, level })]
      }),
    )
    return translation.replace(/\{\{(\w+)\}\}/g, (_, name: string) => said.get(name) ?? '')
  }

  function sayValue(value: string, { before, after, level }: Place): string {
    if (isAmount(value, after)) return writeNumber(Number(value.replaceAll(',', '')))
    const isPhrase = value.includes(' ') && !/["“]$/.test(before)
    return isPhrase && level < MOST_LEVELS ? say(value, level + 1) : value
  }

  return (sentence) => {
    const known = kept.get(sentence)
    if (known !== undefined) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const said = say(sentence, 1)
    kept.set(sentence, said)
    return said
  }
}

/** Where a value stands. */
interface Place {
  readonly before: string
  readonly after: string
  readonly level: number
}

/** A number in thousands, or with a point and a unit: versions of programs have points too. */
function isAmount(value: string, after: string): boolean {
  return /^\d{1,3}(?:,\d{3})+$/.test(value) || (/^\d+\.\d+$/.test(value) && /^ (?:[GM]i?B|million)\b/.test(after))
}

function templateOf(sentence: string, translation: string): Template {
  const parts = sentence.split(/\{\{(\w+)\}\}/)
  return {
    pieces: parts.filter((_, place) => place % 2 === 0),
    names: parts.filter((_, place) => place % 2 === 1),
    translation,
  }
}

function headOf({ pieces: [first = ''] }: Template): number {
  return first.length
}

function weightOf({ pieces }: Template): number {
  return pieces.join('').match(/\p{L}/gu)?.length ?? 0
}

/** Whether the sentence ends in these words; a stop at the end is never part of a value. */
function endsIn(sentence: string, last: string): boolean {
  return last === '' ? !isStopped(sentence) : sentence.endsWith(last)
}

/** Whether a sentence ends with a stop, and not with dots that stand for something that was cut off. */
function isStopped(sentence: string): boolean {
  return sentence.endsWith('.') && !sentence.endsWith('..')
}

/** Values that are numbers in every sentence, which keeps short sentences from fitting others. */
const NUMBERS: readonly string[] = ['count', 'number']
const NUMBER = /^\d[\d.,]*$/

/** Values that are one word in every sentence: the file of a database, the place of a value in a JSON document, the address of a server. */
const WORDS: readonly string[] = ['database', 'field', 'host']

/** Values in a sentence, at the places where a template has its own; undefined where the two are not the same sentence. */
function valuesIn({ pieces, names }: Template, sentence: string): readonly string[] | undefined {
  const [first = '', ...others] = pieces
  const last = others.pop() ?? ''
  if (!sentence.startsWith(first) || !endsIn(sentence, last)) return undefined
  const values: string[] = []
  let from = first.length
  for (const piece of others) {
    const at = sentence.indexOf(piece, from)
    if (at === -1) return undefined
    values.push(sentence.slice(from, at))
    from = at + piece.length
  }
  const end = sentence.length - last.length
  if (from > end) return undefined
  values.push(sentence.slice(from, end))
  return values.every((value, place) => isFitting(value, names[place] ?? '')) ? values : undefined
}

function isFitting(value: string, name: string): boolean {
  if (NUMBERS.includes(name)) return NUMBER.test(value)
  return !(WORDS.includes(name) && value.includes(' '))
}
