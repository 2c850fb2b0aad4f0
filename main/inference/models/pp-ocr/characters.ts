import { yamlText } from '#common/yaml-text'

/** The characters of a list with one a line. */
export function charactersIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  while (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * The characters of a file beside a recognition network: of a dictionary one a line, of a description in YAML those below
 * `character_dict`. Undefined for a description without them.
 */
export function readDictionary(file: Uint8Array, path: string): readonly string[] | undefined {
  const text = new TextDecoder().decode(file)
  return /\.ya?ml$/i.test(path) ? describedIn(text) : charactersIn(text)
}

/**
 * The characters by column, the first standing behind the blank, for a network with so many columns: there may be a space behind those
 * of the list. Undefined when they do not fit.
 */
export function vocabularyFor(characters: readonly string[], columns: number): readonly string[] | undefined {
  if (columns === characters.length + 1) return characters
  return columns === characters.length + 2 ? [...characters, ' '] : undefined
}

function describedIn(text: string): readonly string[] | undefined {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => /^\s*character_dict:\s*$/.test(line))
  if (start < 0) return undefined
  const items: string[] = []
  for (const line of lines.slice(start + 1)) {
    const [, item] = /^\s*- ?(.*)$/.exec(line) ?? []
    if (item === undefined) break
    items.push(/^(?:".*"|'.*')\s*$/.test(item) ? yamlText(item.trimEnd()) : item)
  }
  return items
}
