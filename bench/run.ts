import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { FIGURES, type Figure } from './figures/registry.ts'
import { type Ground, prepareGround } from './kit/ground.ts'
import { headLine, jsonOf, lineOf, type Row } from './table.ts'

/** Measures the named figures, or all, one after another. */
export async function runBench(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'string' } },
    allowPositionals: true,
  })
  const unknown = positionals.filter((name) => !FIGURES.some(isNamed(name)))
  if (unknown.length > 0) {
    console.error(`There is no figure ${unknown.join(', ')}. There are: ${FIGURES.map(({ name }) => name).join(', ')}`)
    process.exitCode = 2
    return
  }
  const chosen = FIGURES.filter(
    (figure) => positionals.length === 0 || positionals.some((name) => isNamed(name)(figure)),
  )
  const rows = await measureAll(chosen)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows.map(jsonOf), undefined, 2)}\n`)
}

/** `annotate` matches every figure that begins with it. */
function isNamed(asked: string): (figure: Figure) => boolean {
  return ({ name }) => name === asked || name.startsWith(`${asked}-`)
}

async function measureAll(figures: readonly Figure[]): Promise<Row[]> {
  const ground = await prepareGround()
  const stop = () => void ground.clear().finally(() => process.exit(1))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const began = performance.now()
  const rows: Row[] = []
  console.log(`${machine()}; load ${load()} at the start\n\n${headLine()}`)
  try {
    for (const figure of figures) {
      const measured = await measure(figure, ground)
      for (const row of measured) console.log(lineOf(row))
      rows.push(...measured)
    }
  } finally {
    await ground.clear()
  }
  console.log(`\n${verdict(rows)} ${Math.round((performance.now() - began) / 1000)} s; load ${load()} at the end.`)
  return rows
}

/** A figure that cannot be measured is a row too, so that it is not overlooked. */
async function measure({ name, run }: Figure, ground: Ground): Promise<readonly Row[]> {
  try {
    return await run(ground)
  } catch (failure) {
    process.exitCode = 1
    const note = failure instanceof Error ? failure.message : String(failure)
    return [{ name, value: null, unit: '', limit: null, ratio: null, target: null, ok: false, note }]
  } finally {
    // A failed figure may have left programs running, which would slow down the next one.
    await ground.release()
  }
}

function verdict(rows: readonly Row[]): string {
  const missed = rows.filter(({ ok }) => !ok).map(({ name }) => name)
  return missed.length === 0 ? 'Every target is met.' : `Missed: ${missed.join('; ')}.`
}

function machine(): string {
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}
