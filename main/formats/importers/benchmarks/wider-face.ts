import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { thisPlace } from '../../labels/kit/places.ts'
import { readFaceLine } from '../../labels/text/wider-face.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { endingOf, isAside, splitInName } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { type TextLine, textLines } from '../kit/texts.ts'

const HEAD_BYTES = 1024

/** WIDER FACE: a text file for each split, in it each image, the number of its faces and a line for each face. */
export const widerFace = defineImporter({
  id: 'wider-face',
  title: 'WIDER FACE',
  companions: /(?:^|\/)wider_face_\w+_filelist\.txt$/i,
  async recognise(dataset) {
    const found: DatasetFile[] = []
    for (const file of dataset.files) {
      if (endingOf(file.path) !== '.txt' || isAside(file.path)) continue
      const [path = '', count = '', face = ''] = (await dataset.head(file, HEAD_BYTES)).split(/\r?\n/)
      const isFace = /^\s*(?:-?[\d.]+\s+){3,9}-?[\d.]+\s*$/.test(face)
      if (isImageName(path.trim()) && /^\s*\d+\s*$/.test(count) && isFace) found.push(file)
    }
    return found
  },
  async *read(labels, dataset) {
    yield { classNames: ['face'] }
    yield* eachFile(labels, (file) => readFile(file, dataset))
  },
})

interface Faces {
  readonly path: string
  readonly line: number
  readonly lines: TextLine[]
}

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const pause = pauses()
  let open: Faces | undefined
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) yield next
    else if (isImageName(next.text.trim())) {
      if (open) yield* described(open, file)
      open = { path: next.text.trim(), line: next.line, lines: [] }
    } else if (next.text.trim() !== '') open?.lines.push(next)
  }
  if (open) yield* described(open, file)
}

function* described(
  { path: name, line, lines }: Faces,
  { path }: DatasetFile,
): Generator<DescribedImage | DatasetProblem> {
  const [count, ...rows] = lines
  const told = Number(count?.text.trim() ?? Number.NaN)
  if (!Number.isInteger(told) || told > rows.length) {
    return yield { path, line, reason: message('image-skipped', {}, message('faces-missing')) }
  }
  // An image without a face still has one line, of zeros.
  const read = rows
    .slice(0, told)
    .map((row) => ({ row, face: readFaceLine({ line: row.text.trim(), place: thisPlace('line') }) }))
  for (const { row, face } of read)
    if (!face.ok) yield { path, line: row.line, reason: message('line-skipped', {}, face.error) }
  const objects = read.flatMap(({ face }) => (face.ok ? [face.value] : []))
  const split = splitInName(path)
  const isPartial = objects.length < read.length
  yield { name, source: { path, line }, ...(split && { split }), isPartial, objects: () => ok(objects) }
}
