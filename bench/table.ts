import { median, quantile, type Round } from './kit/rounds.ts'

/** A row of the table. The ratio is our speed relative to the limit: 1 equals the limit, more is faster. */
export interface Row {
  readonly name: string
  readonly value: number | null
  readonly unit: string
  readonly limit: number | null
  readonly ratio: number | null
  /** The required ratio; null for a figure that is only information. */
  readonly target: number | null
  readonly ok: boolean
  /** The middle 80 % of the ratios of all rounds. */
  readonly spread?: readonly [number, number]
  /** Peak memory of the station. */
  readonly peakBytes?: number | undefined
  readonly note?: string
}

type Named = Pick<Row, 'name' | 'unit' | 'peakBytes' | 'note'>
type Aim = { readonly target?: number }

/** Makes a row for a rate per second, where more is better. */
export function rateRow(named: Named, rounds: readonly Round[], aim: Aim = {}): Row {
  const ratios = rounds.map(({ ours, limit }) => ours / limit)
  return compared(named, rounds, ratios, aim)
}

/** Resolution of all measurements, so that work that takes no time has a ratio too. */
const LEAST = 0.01

/** Makes a row for a duration, where less is better. */
export function timeRow(named: Named, rounds: readonly Round[], aim: Aim = {}): Row {
  const ratios = rounds.map(({ ours, limit }) => limit / Math.max(ours, LEAST))
  return compared(named, rounds, ratios, aim)
}

/** Makes a row for a duration without a limit. */
export function plainRow(named: Named, values: readonly number[]): Row {
  return { ...named, value: median(values), limit: null, ratio: null, target: null, ok: true }
}

function compared(named: Named, rounds: readonly Round[], ratios: readonly number[], { target }: Aim): Row {
  const ratio = median(ratios)
  return {
    ...named,
    value: median(rounds.map(({ ours }) => ours)),
    limit: median(rounds.map(({ limit }) => limit)),
    ratio,
    target: target ?? null,
    ok: target === undefined || ratio >= target,
    ...(rounds.length > 1 && { spread: [quantile(ratios, 0.1), quantile(ratios, 0.9)] as const }),
  }
}

const WIDTHS = [46, 10, 10, 10, 7, 13, 7, 4, 9] as const

export function headLine(): string {
  return columns(['figure', 'value', 'unit', 'limit', 'ratio', 'spread', 'target', 'ok', 'peak MB'])
}

export function lineOf({ name, value, unit, limit, ratio, spread, target, ok, peakBytes, note }: Row): string {
  const line = columns([
    name,
    short(value),
    unit,
    short(limit),
    short(ratio),
    spread ? spread.map(short).join('–') : '',
    short(target),
    verdictOf(target, ok),
    peakBytes === undefined ? '' : String(Math.round(peakBytes / 1e6)),
  ])
  return note === undefined ? line : `${line}  ${note}`
}

/** Returns the row as it is written to a file. */
export function jsonOf({ name, value, unit, limit, ratio, target, ok }: Row) {
  return { name, value, unit, limit, ratio, target, ok }
}

function verdictOf(target: number | null, ok: boolean): string {
  if (!ok) return 'NO'
  return target === null ? '' : 'yes'
}

function columns(texts: readonly string[]): string {
  return texts
    .map((text, i) => (i === 0 || i === 2 ? text.padEnd(WIDTHS[i] ?? 0) : text.padStart(WIDTHS[i] ?? 0)))
    .join(' ')
    .trimEnd()
}

function short(value: number | null): string {
  if (value === null) return ''
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
