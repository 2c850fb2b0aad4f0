import { type Box, boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { Pixels } from '#transforms/raster'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, OpenedModel } from '../../host/family.ts'
import { floatsOf, type Session, type TensorInfo } from '../../host/session.ts'
import { toTensor } from '../../pictures/tensor.ts'
import { croppedTo } from '../doctr/crops.ts'
import type { Reading } from '../doctr/ctc.ts'
import { lengthOf } from '../kit/network-shape.ts'
import { readLine } from './best-path.ts'
import { columnsOf, readCharacters } from './characters.ts'
import { lineHeight, READING } from './layout.ts'

export interface LineReader {
  /** What the boxes of a page show, in their order; in whole pixels of the page. */
  read(lines: LinesOnPage, context: CallContext): Promise<readonly Reading[]>
}

interface LinesOnPage {
  readonly page: Pixels
  readonly boxes: readonly Box[]
}

/** Lines of one run where the network takes any number. */
const MOST_IN_RUN = 6
/** Readers were trained at this width: shorter lines are filled up to it. Longer ones than the other are squeezed. */
const [USUAL_WIDTH, WIDEST] = [320, 3200]

interface Reader {
  readonly session: Session
  readonly taken: TensorInfo
  readonly given: TensorInfo
  readonly characters: readonly string[]
  readonly height: number
  /** Undefined for any. */
  readonly width: number | undefined
}

/** A line as wide as it is to be read. */
interface Line extends Size {
  readonly box: Box
  /** Its place among those that were asked for. */
  readonly place: number
}

/** The recognition network of a model, with the characters it knows. */
export async function lineReader(model: OpenedModel): Promise<LineReader> {
  const session = model.session('recognition')
  const [[taken], [given]] = [session.inputs, session.outputs]
  if (taken === undefined || given === undefined) throw new ModelRunError('its recognition has no tensors')
  if (taken.type !== 'float32') throw new ModelRunError(`its recognition takes lines as ${taken.type}, not as float32`)
  const characters = await readCharacters(model)
  const reader = { session, taken, given, characters, height: lineHeight(taken.dims), width: lengthOf(taken.dims[3]) }
  const inRun = lengthOf(taken.dims[0]) ?? MOST_IN_RUN
  return {
    async read({ page, boxes }, context) {
      // Lines of like widths go together, so that little is filled up.
      const lines = boxes.map((box, place) => lineOf(box, place, reader)).toSorted((one, two) => one.width - two.width)
      const readings = new Map<number, Reading>()
      for (let start = 0; start < lines.length; start += inRun) {
        context.signal.throwIfAborted()
        const some = lines.slice(start, start + inRun)
        const read = await readSome(reader, { page, lines: some }, context)
        for (const [at, { place }] of some.entries()) readings.set(place, read[at] ?? UNREAD)
      }
      return boxes.map((_, place) => readings.get(place) ?? UNREAD)
    },
  }
}

const UNREAD: Reading = { text: '', confidence: 0 }

function lineOf(box: Box, place: number, { height, width }: Pick<Reader, 'height' | 'width'>): Line {
  const { width: across, height: down } = boxSize(box)
  const wanted = Math.max(1, Math.ceil((height * across) / Math.max(1, down)))
  return { box, place, height, width: Math.min(wanted, width ?? WIDEST) }
}

interface Some {
  readonly page: Pixels
  readonly lines: readonly Line[]
}

async function readSome(reader: Reader, some: Some, context: CallContext): Promise<readonly Reading[]> {
  const { session, taken, given, characters } = reader
  const tensor = await context.timed('prepare', () => prepare(reader, some))
  const [rows = 1] = tensor.dims
  const outputs = await context.timed('run', () => session.run({ [taken.name]: tensor }))
  const values = floatsOf(outputs, given.name)
  const dims = outputs[given.name]?.dims ?? []
  const [answered, , count = 0] = dims
  if (dims.length !== 3 || answered !== rows)
    throw new ModelRunError(`its recognition answers ${dims.join(' × ')} values for ${rows} lines`)
  const columns = columnsOf(characters, count)
  const length = values.length / rows
  return some.lines.map((_, row) => readLine({ values: values.subarray(row * length, (row + 1) * length), columns }))
}

/** The lines one behind the other, each from the left; what they do not fill is zero. */
async function prepare({ taken, height, width: fixed }: Reader, { page, lines }: Some) {
  const width = fixed ?? Math.max(USUAL_WIDTH, ...lines.map((line) => line.width))
  const rows = lengthOf(taken.dims[0]) ?? lines.length
  const data = new Float32Array(rows * 3 * height * width)
  for (const [row, line] of lines.entries()) {
    const pixels = await croppedTo(page, line.box, { width: line.width, height, resize: 'stretch', padding: 0 })
    const { data: values } = toTensor(pixels, READING)
    for (let at = 0; at < 3 * height; at += 1) {
      const part = values.subarray(at * line.width, (at + 1) * line.width)
      if (part instanceof Float32Array) data.set(part, (row * 3 * height + at) * width)
    }
  }
  return { type: 'float32' as const, dims: [rows, 3, height, width], data }
}
