import { readAnnotations } from '#formats/labels/registry'
import { HOSTILE_TEXTS } from '#test/kit/hostile-texts'
import { timeOf } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'

const LIMIT_MS = 250
const IMAGE = { name: 'quay.jpg', frame: { width: 200, height: 100 }, type: 'instance-segmentation' } as const

/** Measures refusing the slowest of some 400 kB annotation files that are made to keep their reader busy. */
export async function hostileLabels(): Promise<Row[]> {
  const times: number[] = []
  for (const { name, text } of HOSTILE_TEXTS) {
    times.push(await timeOf(() => readAnnotations({ name, text, labelmap: new Map() }, IMAGE)))
  }
  const rounds = [{ ours: Math.max(...times), limit: LIMIT_MS }]
  return [timeRow({ name: 'hostile annotation files, the slowest', unit: 'ms' }, rounds, { target: 1 })]
}
