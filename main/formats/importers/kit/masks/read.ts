import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../../../kit/png/reader.ts'
import { eachFile, type Findings } from '../../define.ts'
import { type Pause, pauses } from '../pauses.ts'
import { classifiedMask, type ValueClass } from './classified.ts'
import { objectsOfMask } from './described.ts'
import { readMask, regionsIn } from './files.ts'

/** A mask that is a PNG, and what its values stand for. */
export interface ClassifiedFile {
  readonly file: DatasetFile
  /** The image. */
  readonly name: string
  readonly split?: Split | undefined
  /** The pixels as they count. */
  shown?(png: PngPixels): PngPixels
  classOf(png: PngPixels): (value: number) => ValueClass
}

/** Reads the objects of masks, one mask after the other. */
export async function* readClassifiedMasks(masks: readonly ClassifiedFile[], dataset: DatasetFiles): Findings {
  const pause = pauses()
  const byFile = new Map(masks.map((mask) => [mask.file, mask]))
  yield* eachFile([...byFile.keys()], async function* (file): Findings {
    const mask = byFile.get(file)
    if (mask) yield* readClassified(mask, dataset, pause)
  })
}

async function* readClassified(mask: ClassifiedFile, dataset: DatasetFiles, pause: Pause): Findings {
  const { path } = mask.file
  const read = await readMask(dataset, mask.file, pause)
  if (!read.ok) return yield read.error
  const png = mask.shown?.(read.value) ?? read.value
  const found = await regionsIn(png, path, pause)
  if (!found.ok) return yield found.error
  const { objects, strange, isPartial } = await classifiedMask(found.value, mask.classOf(png), pause)
  for (const number of strange) yield { path, reason: leftOut(number, png) }
  const { name, split } = mask
  yield { name, source: { path }, ...(split && { split }), isPartial, objects: objectsOfMask(png, objects) }
}

function leftOut(value: number, { isColoured }: PngPixels): Message {
  if (!isColoured) return message('pixel-value-unused', { value })
  const colour = [value >> 16, (value >> 8) & 255, value & 255].join(',')
  return message('pixel-colour-unused', { colour })
}
