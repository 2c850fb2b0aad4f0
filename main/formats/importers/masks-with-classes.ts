import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../kit/png/reader.ts'
import { type CamVidClasses, classNamer, isVoid, readCamVidClasses } from './benchmarks/camvid-classes.ts'
import { defineImporter } from './define.ts'
import type { ValueClass } from './kit/masks/classified.ts'
import { readNameList } from './kit/masks/name-lists.ts'
import { readClassifiedMasks } from './kit/masks/read.ts'
import { COLOUR_TABLE, pairedMasks, type ReadablePair } from './kit/masks/tableless.ts'
import { readText } from './kit/texts.ts'

/** Masks beside their images, whose classes a table names; black and white ones tell of one class, which has no name. */
export const masksWithClasses = defineImporter({
  id: 'masks-with-classes',
  title: message('title-masks-beside-images'),
  isOfMasks: true,
  yieldsTo: (own, { importer }) =>
    own.every(({ path }) => isImageName(path)) && importer.id !== 'masks-without-classes',
  async recognise(dataset) {
    const { readable, drawn } = await pairedMasks(dataset)
    const tables = new Set([...readable.values()].flatMap(({ table }) => table ?? []))
    return [...tables, ...readable.keys(), ...drawn]
  },
  async *read(labels, dataset) {
    const { readable } = await pairedMasks(dataset)
    const tables = new Map<DatasetFile, MaskTable>()
    for (const file of labels.filter(({ path }) => !isImageName(path))) {
      const table = await readTable(file, dataset)
      tables.set(file, table)
      yield* table.problems
      yield { classNames: table.classNames }
    }
    const tableOf = ({ table }: ReadablePair) => (table ? tables.get(table) : BLACK_AND_WHITE)
    const masks = labels.flatMap((file) => {
      const pair = readable.get(file)
      const table = pair && tableOf(pair)
      return pair && table ? { file, name: pair.image, classOf: table.classOf } : []
    })
    yield* readClassifiedMasks(masks, dataset)
  },
})

interface MaskTable {
  readonly classNames: readonly string[]
  readonly problems: readonly DatasetProblem[]
  classOf(png: PngPixels): (value: number) => ValueClass
}

const BLACK_AND_WHITE: MaskTable = {
  classNames: [],
  problems: [],
  classOf: () => (value) =>
    value === 0
      ? { className: undefined, nobody: 'background' }
      : { className: value === 255 || value === 0xffffff ? 'object' : undefined },
}

async function readTable(file: DatasetFile, dataset: DatasetFiles): Promise<MaskTable> {
  if (COLOUR_TABLE.test(file.path)) {
    const classes = withVoid(await readCamVidClasses(file, dataset))
    const classNames = classes.rows.flatMap(({ name }) => (isVoid(name) ? [] : name))
    return { classNames, problems: classes.problems, classOf: (png) => classNamer(classes, png) }
  }
  const text = await readText(dataset, file)
  const names = text.ok ? (readNameList(text.value).byNumber ?? new Map<number, string>()) : new Map<number, string>()
  return {
    classNames: [...names.values()].filter((name) => !isVoid(name)),
    problems: text.ok ? [] : [text.error],
    classOf: () => (value) => classOfNumber(names.get(value), value),
  }
}

/** Black in DeepGlobe, which calls it unknown: it belongs to nobody. */
function withVoid({ rows, problems }: CamVidClasses): CamVidClasses {
  const isUnknown = ({ name, colour }: CamVidClasses['rows'][number]) => colour === 0 && name === 'unknown'
  return { rows: rows.map((row) => (isUnknown(row) ? { ...row, name: 'void' } : row)), problems }
}

function classOfNumber(className: string | undefined, value: number): ValueClass {
  if (className === undefined && value === 0) return { className, nobody: 'background' }
  const isNobody = className === undefined ? value === VOID : isVoid(className)
  return isNobody ? { className: undefined, nobody: 'void' } : { className }
}

const VOID = 255
