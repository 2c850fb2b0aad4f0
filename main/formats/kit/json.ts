/** Records that are made into text at once: one call for many is several times as fast as a call for each. */
const BATCH = 2000

/** The records of a JSON list, which come in lists of any length, as pieces of its text without the brackets around them. */
export async function* listed(records: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let [separator, waiting]: [string, object[]] = ['', []]
  for await (const some of records) {
    for (const record of some) waiting.push(record)
    if (waiting.length < BATCH) continue
    yield separator + JSON.stringify(waiting).slice(1, -1)
    ;[separator, waiting] = [',', []]
  }
  if (waiting.length > 0) yield separator + JSON.stringify(waiting).slice(1, -1)
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
