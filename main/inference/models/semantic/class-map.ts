import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Seen } from '../kit/predictor.ts'
import { channelChoice } from './channel-choice.ts'
import { type CellAxis, cellsAcross, cellsDown } from './frame-cells.ts'
import type { ChannelMaps, ClassMap, MapRules } from './maps.ts'
import { type SampledLine, sampledLine, stretchesOf } from './sampled-line.ts'

/** Other requests get their turn after so long. */
const TURN_MS = 20

/**
 * The class of every pixel of the image, from values that are bilinear between the network's cells. It goes row by row, so that beside
 * the answer only one row of the network's cells is kept, however large the image is.
 */
export async function classMap(maps: ChannelMaps, rules: MapRules, seen: Seen): Promise<ClassMap> {
  const { width, height } = seen.size
  const across = span(cellsAcross(seen, { frame: maps.frame.width, cells: maps.columns }), width)
  const down = span(cellsDown(seen, { frame: maps.frame.height, cells: maps.rows }), height)
  const made = {
    classes: new Uint8Array(width * height).fill(rules.background),
    confidences: new Uint8Array(width * height),
  }
  const row = new Float32Array(maps.channels * maps.columns)
  const decide = channelChoice(maps, rules)
  const stretches = stretchesOf(across.line)
  let began = performance.now()
  for (let y = 0; y < down.line.share.length; y += 1) {
    mixRows(maps, row, { line: down.line, point: y })
    decide(row, stretches, { made, start: (down.start + y) * width + across.start })
    if (performance.now() - began < TURN_MS) continue
    await nextTurn()
    began = performance.now()
  }
  return made
}

/** The pixels that the network saw: those whose middle lies in what it was shown. */
function span({ seen: [from, to], cellAt, shown }: CellAxis, length: number): { start: number; line: SampledLine } {
  // Computed values may fall just short of a whole number.
  const start = Math.max(0, Math.ceil(from - 0.5 - 1e-6))
  const end = Math.min(length, Math.floor(to + 0.5 + 1e-6))
  const at = (point: number) => cellAt(start + point + 0.5)
  return { start, line: sampledLine({ count: Math.max(0, end - start), at, cells: shown }) }
}

interface RowOfLine {
  readonly line: SampledLine
  readonly point: number
}

/** The cells of a row of the image, channel by channel. */
function mixRows(maps: ChannelMaps, row: Float32Array, { line, point }: RowOfLine): void {
  const { values, channels, rows, columns } = maps
  const share = line.share[point] ?? 0
  const [first, second] = [(line.first[point] ?? 0) * columns, (line.second[point] ?? 0) * columns]
  for (let channel = 0; channel < channels; channel += 1) {
    const [above, below] = [channel * rows * columns + first, channel * rows * columns + second]
    const target = channel * columns
    for (let column = 0; column < columns; column += 1) {
      const value = values[above + column] ?? 0
      row[target + column] = value + ((values[below + column] ?? 0) - value) * share
    }
  }
}
