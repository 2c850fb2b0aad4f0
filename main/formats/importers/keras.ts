import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { thisPlace } from '../labels/kit/places.ts'
import { kerasYolo, readKerasObject, splitKerasLine } from '../labels/text/keras-yolo.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { collectedImages } from './kit/collected.ts'
import { baseName, endingOf, folderOf, isAside, splitInName } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { textLines } from './kit/texts.ts'
import { readDescriptions } from './kit/yolo/descriptions.ts'

const HEAD_BYTES = 64 * 1024
/** Text files in a folder; where more lie, each is about an image of its own. */
const FEW = 20

/** A text file about many images, with a line for each: its path, and `x1,y1,x2,y2,class` for each object. */
export const keras = defineImporter({
  id: 'yolokeras',
  title: 'YOLO Keras',
  async recognise(dataset) {
    const texts = dataset.files.filter(({ path }) => endingOf(path) === '.txt' && !isAside(path))
    const folders = [...Map.groupBy(texts, ({ path }) => folderOf(path)).values()]
    const found: DatasetFile[] = []
    for (const file of folders.filter(({ length }) => length <= FEW).flat()) {
      if (isKeras(file, await dataset.head(file, HEAD_BYTES))) found.push(file)
    }
    return found
  },
  async *read(labels, dataset) {
    const descriptions = await readDescriptions(dataset)
    yield* descriptions.problems
    yield* descriptions.listed(labels)
    yield* eachFile(labels, (file) => readFile(file, dataset, descriptions.of(file)?.names ?? new Map()))
  },
})

/** Images with nothing on them are bare names, so in a file of them alone the file's own name must tell. */
function isKeras(file: DatasetFile, head: string): boolean {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '')
  const isNamed = /^_?annotations?\.txt$/i.test(baseName(file.path))
  return lines.some((line) => kerasYolo.recognises(line)) || (isNamed && isImageName(lines[0]?.trim() ?? ''))
}

async function* readFile(file: DatasetFile, dataset: DatasetFiles, names: ReadonlyMap<string, string>): Findings {
  const { path } = file
  const images = collectedImages({ path, split: splitInName(path) })
  const pause = pauses()
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) {
      yield next
      continue
    }
    if (next.text.trim() === '') continue
    const { path: name, objects } = splitKerasLine(next.text.trim())
    const read = objects.map((object) => readKerasObject(object, { place: thisPlace('object'), labelmap: names }))
    for (const object of read)
      if (!object.ok) yield { path, line: next.line, reason: message('object-skipped', {}, object.error) }
    const fault = images.add(
      ok({
        name,
        objects: read.flatMap((object) => (object.ok ? object.value : [])),
        isPartial: read.some((object) => !object.ok),
      }),
      next.line,
    )
    if (fault !== undefined) yield { path, line: next.line, reason: message('line-skipped', {}, fault) }
  }
  yield* images.all()
}
