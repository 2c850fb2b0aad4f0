import { z } from 'zod'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { readShape } from '../../../labels/kit/json.ts'
import { defineImporter, eachFile, type Findings } from '../../define.ts'
import { readJson } from '../../kit/json/document.ts'
import { masksBeside } from '../../kit/masks/beside.ts'
import { classifiedMask, type ValueClass } from '../../kit/masks/classified.ts'
import { objectsOfMask } from '../../kit/masks/described.ts'
import { readRegions } from '../../kit/masks/files.ts'
import { withoutTable } from '../../kit/masks/tableless.ts'
import { baseName, folderOf, isAside } from '../../kit/paths.ts'
import { type Pause, pauses } from '../../kit/pauses.ts'

const CONFIG = /(?:^|\/)config(?:_(?<version>v\d[\d.]*))?\.json$/i
const MASK = /(?:(?<version>v\d[\d.]*)\/)?(?<kind>labels|instances|panoptic)\/[^/]*$/i

/** Mapillary Vistas: masks of objects and of classes, whose numbers are places in the list of `config.json`. */
export const vistas = defineImporter({
  id: 'mapillary-vistas',
  title: 'Mapillary Vistas',
  isOfMasks: true,
  async recognise({ files }) {
    const masks = [...masksBeside(files, 'mapillary-vistas').keys()]
    const configs = files.filter(({ path }) => CONFIG.test(path) && !isAside(path))
    // Masks of classes alone lie like this in many datasets.
    const isOurs = masks.length > 0 && (configs.length > 0 || masks.some(({ path }) => kindOf(path) !== 'labels'))
    return isOurs ? [...configs, ...masks] : []
  },
  async *read(labels, dataset) {
    const { tables, problems } = await readTables(labels, dataset)
    yield* problems
    const masks = labels.filter(({ path }) => MASK.test(path))
    if (tables.size === 0) return yield* problems.length === 0 ? tableless(masks) : []
    for (const classes of tables.values()) yield { classNames: classes.flatMap((name) => (isVoid(name) ? [] : name)) }
    const images = masksBeside(dataset.files, 'mapillary-vistas')
    const pause = pauses()
    for (const [name, files] of Map.groupBy(masks, (file) => images.get(file) ?? file.path)) {
      const file = bestOf(files)
      const classes = file && classesFor(file, tables)
      if (file && classes) yield* eachFile([file], () => readFile({ file, dataset, name, classes, pause }))
    }
  },
})

function kindOf(path: string): string | undefined {
  return MASK.exec(path)?.groups?.['kind']?.toLowerCase()
}

function versionIn(path: string, pattern: RegExp): string {
  return pattern.exec(path)?.groups?.['version'] ?? ''
}

/** Each folder of masks once. */
function* tableless(masks: readonly DatasetFile[]): Generator<DatasetProblem> {
  for (const [first] of Map.groupBy(masks, ({ path }) => folderOf(path)).values())
    if (first) yield { path: first.path, reason: withoutTable('config.json') }
}

type Classes = readonly string[]

const Config = z.object({ labels: z.array(z.object({ readable: z.string() })) })

/** The classes by the versions of the tables. */
async function readTables(labels: readonly DatasetFile[], dataset: DatasetFiles) {
  const tables = new Map<string, Classes>()
  const problems: DatasetProblem[] = []
  for (const file of labels.filter(({ path }) => CONFIG.test(path))) {
    const json = await readJson(dataset, file)
    const config = json.ok ? readShape(Config, json.value) : undefined
    if (!json.ok) problems.push(json.error)
    else if (config?.ok)
      tables.set(
        versionIn(baseName(file.path), CONFIG),
        config.value.labels.map(({ readable }) => readable),
      )
    else if (config) problems.push({ path: file.path, reason: message('skipped', {}, config.error) })
  }
  return { tables, problems }
}

/** Of one image the newest masks that can be read, those of objects first. */
function bestOf(masks: readonly DatasetFile[]): DatasetFile | undefined {
  const readable = masks.filter(({ path }) => kindOf(path) !== 'panoptic')
  const newest = readable
    .map(({ path }) => versionIn(path, MASK))
    .toSorted()
    .at(-1)
  const own = readable.filter(({ path }) => versionIn(path, MASK) === newest)
  return own.find(({ path }) => kindOf(path) === 'instances') ?? own[0]
}

function classesFor({ path }: DatasetFile, tables: ReadonlyMap<string, Classes>): Classes | undefined {
  return tables.get(versionIn(path, MASK)) ?? tables.get('') ?? [...tables.values()].at(-1)
}

interface Mask {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  /** The image. */
  readonly name: string
  readonly classes: Classes
  readonly pause: Pause
}

async function* readFile({ file, dataset, name, classes, pause }: Mask): Findings {
  const { path } = file
  const read = await readRegions(dataset, file, pause)
  if (!read.ok) return yield read.error
  const { png } = read.value
  if (png.isColoured) return yield { path, reason: message('mask-is-coloured') }
  const classOf = kindOf(path) === 'instances' ? classOfObject(classes) : classOfPixel(classes)
  const { objects, strange, isPartial } = await classifiedMask(read.value, classOf, pause)
  for (const number of strange) yield { path, reason: message('pixel-value-unused', { value: number }) }
  yield { name, source: { path }, isPartial, objects: objectsOfMask(png, objects) }
}

function isVoid(className: string): boolean {
  return /^unlabel+ed$/i.test(className)
}

function classOfPixel(classes: Classes): (value: number) => ValueClass {
  return (value) => {
    const className = classes[value]
    return className !== undefined && isVoid(className) ? { className: undefined, nobody: 'void' } : { className }
  }
}

/** The number of the class times 256, and a count of its objects. */
function classOfObject(classes: Classes): (value: number) => ValueClass {
  const classOf = classOfPixel(classes)
  return (value) => classOf(Math.floor(value / 256))
}
