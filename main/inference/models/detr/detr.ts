import type { Box } from '#common/geometry/box'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { DetectedObject, Prediction } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ModelRunError } from '../../host/errors.ts'
import type { FamilyDefinition, OpenedModel } from '../../host/family.ts'
import type { Session, Tensors } from '../../host/session.ts'
import { readFloats } from '../kit/answers.ts'
import { boxInImage } from '../kit/boxes.ts'
import { checkedInput, imageInput, type NetworkShape, type TensorShape } from '../kit/network-shape.ts'
import { predictor, type Seen } from '../kit/predictor.ts'
import { thresholdsFor } from '../kit/thresholds.ts'
import { withImagesOnly } from './inputs.ts'
import { DETR_LAYOUTS, type DetrLayout, type DetrOutputs, detrLayoutOf, detrOutputsOf, usualInput } from './layout.ts'
import { maskReader } from './masks.ts'
import { readQueries } from './queries.ts'

const CONFIDENCE = 0.4

/** Transformers that answer a fixed set of boxes, of which none hides another: RF-DETR, RT-DETR, D-FINE, DETR. */
export const detr: FamilyDefinition = {
  id: 'detr',
  networks: ['model'],
  async open(model) {
    const { manifest } = model
    const network = openNetwork(model)
    const { session, input } = network
    return {
      predict: predictor({
        manifest,
        session,
        input,
        read: (outputs, seen) => readObjects(outputs, seen, { ...network, manifest }),
      }),
    }
  },
}

interface DetrNetwork {
  readonly layout: DetrLayout
  readonly outputs: DetrOutputs
  readonly input: ModelInput
  readonly session: Session
}

/** The layout is the manifest's word, or else what the tensors say. Throws a `ModelRunError` that names the tensors when they do not fit. */
function openNetwork({ manifest, session: sessionOf }: OpenedModel): DetrNetwork {
  const session = sessionOf('model')
  const image = imageInput(session)
  const layout = DETR_LAYOUTS.find((known) => known === manifest.layout) ?? detrLayoutOf(session)?.layout
  const outputs = layout && detrOutputsOf(session, layout)
  if (image === undefined || layout === undefined || outputs === undefined) {
    throw new ModelRunError(message('detr-layout-but', { layout: expectedOf(manifest.layout), tensors: told(session) }))
  }
  if (manifest.task === 'instance-segmentation' && !outputs.masks) {
    throw new ModelRunError(message('detr-masks-but', { tensors: told(session) }))
  }
  const input = checkedInput(manifest, image, usualInput(layout, image))
  return { layout, outputs, input, session: withImagesOnly(session, image, input) }
}

/** The outputs expected of the network, for a sentence about one that has others. */
function expectedOf(word: string): Message {
  const layout = DETR_LAYOUTS.find((known) => known === word)
  if (layout === undefined) return message('detr-expects-any')
  return message('detr-expects-layout', { layout, outputs: message(`detr-outputs-${layout}`) })
}

function told({ inputs, outputs }: NetworkShape): Message {
  const names = (tensors: readonly TensorShape[]) => tensors.map(({ name, dims }) => `"${name}" [${dims.join(', ')}]`)
  return message('network-takes-and-outputs', { inputs: names(inputs), outputs: names(outputs) })
}

interface Reading extends DetrNetwork {
  readonly manifest: ModelManifest
}

function readObjects(outputs: Tensors, seen: Seen, network: Reading): Prediction {
  const { manifest, layout, input } = network
  const { confidence, classFilter, maxDetections: most } = seen.options
  const { classNames, isFused = false } = manifest
  const thresholdOf = thresholdsFor(confidence, manifest, CONFIDENCE)
  const { boxOf, queries } = boxReader(outputs, network)
  const wanted = { queries, classNames, thresholdOf, isFused, most }
  const findings = readQueries[layout](outputs, network.outputs, wanted)
  const masks = manifest.task === 'instance-segmentation' ? network.outputs.masks?.name : undefined
  const maskOf = masks && maskReader(outputs, { name: masks, queries, frame: input }, seen)
  const objects = findings.flatMap(({ query, ...found }): DetectedObject[] => {
    const inFrame = boxOf(query)
    const box = inFrame && boxInImage(inFrame, seen)
    if (!inFrame || !box || (classFilter && !classFilter.includes(found.className))) return []
    return [{ ...found, box, ...(maskOf && { mask: maskOf(query, inFrame) }) }]
  })
  return { kind: 'objects', size: seen.size, objects }
}

/** The boxes of the queries in pixels of the frame; undefined for those that are no numbers. */
function boxReader(tensors: Tensors, { layout, outputs: { boxes }, input: { width, height } }: DetrNetwork) {
  const { values, dims } = readFloats(tensors, { name: boxes.name, dims: [1, 'queries', 4] })
  const boxOf = (query: number): Box | undefined => {
    const four = values.subarray(4 * query, 4 * query + 4)
    const [a = 0, b = 0, c = 0, d = 0] = four
    // One without an end would be cut down to the image and look like a box.
    if (!four.every(Number.isFinite)) return undefined
    if (layout === 'post-processed') return { x0: a, y0: b, x1: c, y1: d }
    return { x0: (a - c / 2) * width, y0: (b - d / 2) * height, x1: (a + c / 2) * width, y1: (b + d / 2) * height }
  }
  return { boxOf, queries: dims[1] ?? 0 }
}
