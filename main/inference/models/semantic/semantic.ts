import type { Size } from '#common/geometry/space'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { SemanticMap } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import { fromRaw } from '#decoding/engine'
import { ModelRunError } from '../../host/errors.ts'
import type { FamilyDefinition } from '../../host/family.ts'
import type { Tensors } from '../../host/session.ts'
import { readFloats } from '../kit/answers.ts'
import { checkedInput, imageInput } from '../kit/network-shape.ts'
import { predictor, type Seen } from '../kit/predictor.ts'
import { thresholdsFor } from '../kit/thresholds.ts'
import { classMap } from './class-map.ts'
import { mapClasses } from './classes.ts'
import { semanticLayoutOf } from './layout.ts'

const CONFIDENCE = 0.5

/** Networks that answer a map a class, of whatever size: DeepLab, SegFormer, U-Nets. */
export const semantic: FamilyDefinition = {
  id: 'semantic',
  networks: ['model'],
  async open({ manifest, session: sessionOf }) {
    const session = sessionOf('model')
    const [image, recognised] = [imageInput(session), semanticLayoutOf(session)]
    if (image === undefined || recognised === undefined) {
      throw new ModelRunError(message('semantic-tensors-misfit'))
    }
    const input = checkedInput(manifest, image, recognised.input)
    const network = { manifest, input, output: recognised.output.name }
    // Names that do not fit are told when the model is loaded.
    if (recognised.channels !== undefined) mapClasses(manifest.classNames, recognised.channels)
    return {
      predict: predictor({ manifest, session, input, read: (outputs, seen) => readMap(outputs, seen, network) }),
    }
  },
}

interface SemanticNetwork {
  readonly manifest: ModelManifest
  readonly input: ModelInput
  readonly output: string
}

async function readMap(
  outputs: Tensors,
  seen: Seen,
  { manifest, input, output }: SemanticNetwork,
): Promise<SemanticMap> {
  const { values, dims } = readFloats(outputs, { name: output, dims: [1, 'classes', 'rows', 'columns'] })
  const [, channels = 0, rows = 0, columns = 0] = dims
  const { classNames, places, background } = mapClasses(manifest.classNames, channels)
  if (rows * columns === 0)
    throw new ModelRunError(message('network-output-without-cell', { name: output, dims: dims.map(String) }))
  const thresholdOf = thresholdsFor(seen.options.confidence, manifest, CONFIDENCE)
  const thresholds = places.map((place) => thresholdOf(classNames[place] ?? ''))
  const rules = { places, thresholds, background, isFused: manifest.isFused ?? false }
  const { classes, confidences } = await classMap({ values, channels, rows, columns, frame: input }, rules, seen)
  const { size } = seen
  const images = await Promise.all([greyPng(classes, size), greyPng(confidences, size)])
  return {
    kind: 'semantic',
    size,
    classes: images[0],
    confidences: images[1],
    classNames,
    present: presentIn(classes),
  }
}

/** The values that occur, rising. */
function presentIn(values: Uint8Array): readonly number[] {
  const isPresent = new Uint8Array(256)
  for (let place = 0; place < values.length; place += 1) isPresent[values[place] ?? 0] = 1
  return Array.from(isPresent.keys()).filter((value) => isPresent[value] === 1)
}

/** An 8-bit gray PNG whose values are these, whatever their meaning. */
async function greyPng(values: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  return fromRaw(values, { width, height, channels: 1 }).toColourspace('b-w').png({ compressionLevel: 6 }).toBuffer()
}
