import { type Refusal, refuse } from '#common/errors'
import { isImageName } from '#common/image-kinds'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize } from '../kit/geometry.ts'
import type { Line, TextFormat } from '../kit/lines.ts'
import { readEvery, readNumbers } from '../kit/reading.ts'
import { withBeside } from '../kit/said/said.ts'

/** WIDER FACE: for each image its path, the number of faces, and a line for each: left, top, width, height, properties. */
export const widerFace: TextFormat = {
  id: 'wider-face',
  recognises: (first) => !/[\s,]/.test(first) && isImageName(first),
  read(lines, { name }) {
    const image = entryFor(imagesIn(lines), name, ({ path }) => path.line)
    if (!image.ok) return image
    const { path, rows } = image.value
    const [count, ...faces] = rows
    // An image without a face still has one line, of zeros.
    const told = /^\d{1,6}$/.test(count?.line ?? '') ? Number(count?.line) : Infinity
    if (told > faces.length) return refuse('wider-face-incomplete', { place: path.place })
    return readEvery(faces.slice(0, told), readFaceLine)
  },
}

/**
 * Place and size, blur, expression, illumination, whether the face is too small or unclear to count, occlusion, pose. A face without a
 * size is a box without area, which no image keeps.
 */
export function readFaceLine({ line, place }: Pick<Line, 'line' | 'place'>): Result<ReadAnnotation, Refusal> {
  const numbers = readNumbers(line.split(/\s+/), place)
  if (!numbers.ok) return numbers
  const [x, y, width, height, ...more] = numbers.value
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    return refuse('face-count-differs', { place, count: numbers.value.length })
  }
  return withBeside(boxOfSize({ className: 'face', place }, { x, y, width, height }), { isCrowd: more[3] === 1 })
}

interface Image {
  readonly path: Line
  readonly rows: Line[]
}

/** Whatever is not all numbers is a path. */
function imagesIn(lines: readonly Line[]): Image[] {
  const images: Image[] = []
  for (const line of lines) {
    if (/^[-\d.\s]+$/.test(line.line)) images.at(-1)?.rows.push(line)
    else images.push({ path: line, rows: [] })
  }
  return images
}
