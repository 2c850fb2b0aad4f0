/** The records of a JSON list as pieces of its text, without the brackets around them. */
export async function* listed(records: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = ''
  for await (const record of records) {
    yield separator + JSON.stringify(record)
    separator = ','
  }
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
