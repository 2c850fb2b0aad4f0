import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { floats, intScalar, ints } from '#inference/onnx/tensors'
import { type Dim, TENSOR_TYPES } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { colourWeights, TOY_COLOURS } from '../colours.ts'

/** Logits of a token for red, green and blue objects. Separators match everything, as in real models. */
const FITS: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [3, -3, -3],
  crimson: [1, -3, -3],
  green: [-3, 3, -3],
  blue: [-3, -3, 3],
  car: [0.2, 0.2, 0.2],
  '.': [2, 2, 2],
  '[CLS]': [4, 4, 4],
  '[SEP]': [4, 4, 4],
}
const FITS_NOTHING = [-3, -3, -3]

export interface ToyDino {
  readonly vocabulary: ReadonlyMap<string, number>
  readonly layout?: 'transformers' | 'first-phrase' | 'original'
  /** Sides of the image; dynamic when absent. */
  readonly sides?: readonly [height: number, width: number]
  /** Tokens of the text; dynamic when absent. */
  readonly length?: number
  /** Number of tokens for which it returns logits. */
  readonly scored?: number
  /** Type of the image; it computes in float32. */
  readonly type?: 'float32' | 'float16'
}

/**
 * Makes a Grounding DINO of colored objects on black with two boxes per color: one around all of it, and one that is
 * a tenth smaller and matches less. A token matches a box by its id. In the layout `original` a token takes the mean of
 * the tokens that it attends to, and one whose position in its class is above 3 matches nothing. In `first-phrase`
 * nothing after the first full stop matches.
 */
export function dinoDetector({ vocabulary, layout = 'transformers', scored = 256, ...open }: ToyDino): Uint8Array {
  const { sides = ['height', 'width'], length = 'tokens', type = 'float32' } = open
  const g = graphBuilder()
  const image = imageOf(g, { layout, sides, type })
  const seen = objectsOf(g, image)
  const fits = fitsOf(g, { vocabulary, layout, length })
  const perBox = g.op('Add', [g.op('Transpose', [fits], { perm: [0, 2, 1] }), seen.absence])
  const logits = g.op('Concat', [perBox, g.op('Sub', [perBox, 1])], { axis: 1 })
  g.output('logits', padded(g, logits, scored), { dims: [1, 6, scored] })
  g.output(layout === 'original' ? 'boxes' : 'pred_boxes', seen.boxes, { dims: [1, 6, 4] })
  return writeModel({ graph: g.graph() })
}

interface Images extends Required<Pick<ToyDino, 'layout' | 'type'>> {
  readonly sides: readonly [Dim, Dim]
}

function imageOf(g: GraphBuilder, { layout, sides, type }: Images): string {
  const name = layout === 'original' ? 'img' : 'pixel_values'
  const image = g.op('Cast', [g.input(name, type, [1, 3, ...sides])], { to: TENSOR_TYPES.float32 })
  return layout === 'original' ? image : unmasked(g, image, sides)
}

/** Blacks out the pixels that the mask excludes. */
function unmasked(g: GraphBuilder, image: string, [height, width]: readonly [Dim, Dim]): string {
  const mask = g.op('Cast', [g.input('pixel_mask', 'int64', [1, height, width])], { to: TENSOR_TYPES.float32 })
  return g.op('Mul', [image, g.op('Unsqueeze', [mask, ints([1])])])
}

function objectsOf(g: GraphBuilder, image: string) {
  const std = floats([0.229, 0.224, 0.225], [1, 3, 1, 1])
  const plain = g.op('Add', [g.op('Mul', [image, std]), floats([0.485, 0.456, 0.406], [1, 3, 1, 1])])
  const response = g.op('Conv', [plain, colourWeights(TOY_COLOURS)])
  const mask = g.op('Cast', [g.op('Greater', [response, 0.5])], { to: TENSOR_TYPES.float32 })
  const across = extentOf(g, g.op('ReduceMax', [mask], { axes: [2], keepdims: 0 }))
  const down = extentOf(g, g.op('ReduceMax', [mask], { axes: [3], keepdims: 0 }))
  const smaller = floats([0.9])
  const boxes = [
    g.op('Concat', [across.centre, down.centre, across.length, down.length], { axis: 2 }),
    g.op(
      'Concat',
      [across.centre, down.centre, ...[across, down].map(({ length }) => g.op('Mul', [length, smaller]))],
      {
        axis: 2,
      },
    ),
  ]
  const shown = g.op('ReduceMax', [mask], { axes: [2, 3], keepdims: 0 })
  const absence = g.op('Mul', [g.op('Unsqueeze', [g.op('Sub', [shown, 1]), ints([2])]), 100])
  return { boxes: g.op('Concat', boxes, { axis: 1 }), absence }
}

/**
 * Returns where the ones of a row [1, 3, n] begin and end, as fractions of its length: center and length, each [1, 3,
 * 1].
 */
function extentOf(g: GraphBuilder, row: string) {
  const ends = g.op('CumSum', [g.op('Add', [g.op('Mul', [row, 0]), 1]), intScalar(2)])
  const total = g.op('ReduceMax', [ends], { axes: [2] })
  const isOne = g.op('Greater', [row, 0.5])
  const last = g.op('ReduceMax', [g.op('Where', [isOne, ends, -1])], { axes: [2] })
  const first = g.op('ReduceMin', [g.op('Where', [isOne, g.op('Sub', [ends, 1]), 1e6])], { axes: [2] })
  const middle = g.op('Mul', [g.op('Add', [first, last]), 0.5])
  return { centre: g.op('Div', [middle, total]), length: g.op('Div', [g.op('Sub', [last, first]), total]) }
}

type Words = Required<Pick<ToyDino, 'vocabulary' | 'layout'>> & { readonly length: Dim }

/** Returns how well each token matches each color: [1, tokens, 3]. */
function fitsOf(g: GraphBuilder, { vocabulary, layout, length }: Words): string {
  const ids = g.input('input_ids', 'int64', [1, length])
  const types = g.op('Cast', [g.input('token_type_ids', 'int64', [1, length])], { to: TENSOR_TYPES.float32 })
  const isText = g.input('attention_mask', layout === 'original' ? 'bool' : 'int64', [1, length])
  const rows = Array.from(vocabulary.keys(), (token) => FITS[token] ?? FITS_NOTHING)
  const own = g.op('Gather', [floats(rows.flat(), [vocabulary.size, 3]), ids])
  const fits = layout === 'original' ? inContext(g, own, length) : own
  const isCounted = g.op('And', [
    g.op('Cast', [isText], { to: TENSOR_TYPES.bool }),
    layout === 'first-phrase' ? inFirstPhrase(g, ids, vocabulary) : g.op('Equal', [types, 0]),
  ])
  return g.op('Where', [g.op('Unsqueeze', [isCounted, ints([2])]), fits, floats([Number.NEGATIVE_INFINITY])])
}

/** Returns the mean over the tokens that each token attends to. */
function inContext(g: GraphBuilder, fits: string, length: Dim): string {
  const mask = g.op('Cast', [g.input('text_token_mask', 'bool', [1, length, length])], { to: TENSOR_TYPES.float32 })
  const mean = g.op('Div', [g.op('MatMul', [mask, fits]), g.op('ReduceSum', [mask, ints([2])])])
  const places = g.op('Cast', [g.input('position_ids', 'int64', [1, length])], { to: TENSOR_TYPES.float32 })
  return g.op('Where', [g.op('Unsqueeze', [g.op('Greater', [places, 3]), ints([2])]), -50, mean])
}

function inFirstPhrase(g: GraphBuilder, ids: string, vocabulary: ReadonlyMap<string, number>): string {
  const stops = g.op('Cast', [g.op('Equal', [ids, ints([vocabulary.get('.') ?? 0])])], { to: TENSOR_TYPES.float32 })
  return g.op('Equal', [g.op('CumSum', [stops, intScalar(1)]), 0])
}

/** Pads the logits to a number of tokens; those after the text match nothing. */
function padded(g: GraphBuilder, logits: string, scored: number): string {
  const tokens = g.op('Slice', [g.op('Shape', [logits]), ints([2]), ints([3])])
  const pads = g.op('Concat', [ints([0, 0, 0, 0, 0]), g.op('Sub', [ints([scored]), tokens])], { axis: 0 })
  return g.op('Pad', [logits, pads, Number.NEGATIVE_INFINITY])
}
