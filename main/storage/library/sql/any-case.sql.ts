/** Has a value written for a parameter; answers the name of the parameter. */
export type Bind = (value: string | number) => string

/** The context in which a condition is written. */
export interface Place {
  readonly bind: Bind
  /** The SQL list of the projects that are searched. */
  readonly scope: string
}

/**
 * SQLite takes A and a for the same, but not Ä and ä: a text with such letters is looked for in capitals and in small ones too, each with
 * accents that are part of a letter and with accents of their own, as names of files may be written.
 */
export function inCases(text: string): string[] {
  const isPlain = /^[\x20-\x7E]*$/.test(text)
  if (isPlain) return [text]
  const cases = [text, text.toLowerCase(), text.toUpperCase()]
  return [...new Set(cases.flatMap((form) => [form.normalize('NFC'), form.normalize('NFD')]))]
}

/** Whether a column holds a text, in capitals or small letters. */
export function anyCase(column: string, text: string, bind: Bind): string {
  return `${column} COLLATE NOCASE IN (${inCases(text).map(bind).join(', ')})`
}
