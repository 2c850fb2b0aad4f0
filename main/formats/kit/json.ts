/** Characters that are handed on at once. */
const PIECE = 65_536

/** The texts of the records of a JSON list, one or several of them at a time with commas between them, in larger pieces. */
export async function* listed(records: AsyncIterable<string>): AsyncGenerator<string> {
  let [piece, separator] = ['', '']
  for await (const text of records) {
    if (text === '') continue
    piece += separator + text
    separator = ','
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** A record for people to look at: a line for each field, a space behind the commas between numbers. */
export function fieldLines(record: object): string {
  const lines = Object.entries(record).map(([name, value]) => `"${name}": ${valueText(value)}`)
  return lines.length === 0 ? '' : `{ ${lines.join(',\n  ')} }`
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value)
  return typeof value === 'string' ? text : text.replaceAll(',', ', ')
}
