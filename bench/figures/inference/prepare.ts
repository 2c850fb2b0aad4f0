import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { readImage } from '#inference/images/image'
import { toTensor } from '#inference/images/tensor'
import { yoloInput } from '#test/kit/toy-models/installed'
import type { Ground } from '../../kit/ground.ts'
import { alternate, timeOf } from '../../kit/rounds.ts'
import { type Row, timeRow } from '../../table.ts'

const ROUNDS = 15
const INPUT = yoloInput(640)

/**
 * Measures from the bytes of a 12-megapixel JPEG to the input tensor, against decoding and resizing with sharp to the
 * same size.
 */
export async function preparing(ground: Ground): Promise<Row[]> {
  const { large } = await ground.photographs()
  const images = await Promise.all(large.slice(0, ROUNDS).map((path) => readFile(path)))
  const ours = (round: number) => timeOf(() => prepare(images[round] ?? Buffer.alloc(0)))
  const limit = (round: number) => timeOf(() => shrink(images[round] ?? Buffer.alloc(0)))
  await ours(0)
  const rounds = await alternate(ROUNDS, ours, limit)
  return [timeRow({ name: 'inference: prepare a JPEG of 12 MP', unit: 'ms' }, rounds, { target: 1 / 1.15 })]
}

async function prepare(bytes: Uint8Array): Promise<void> {
  const image = await readImage({ kind: 'encoded', bytes })
  toTensor((await image.framed(INPUT)).pixels, INPUT)
}

async function shrink(bytes: Uint8Array): Promise<void> {
  const { width, height } = INPUT
  await sharp(bytes).rotate().resize({ width, height, fit: 'inside', kernel: 'linear' }).raw().toBuffer()
}
