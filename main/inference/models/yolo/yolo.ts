import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { FamilyDefinition } from '../../host/family.ts'
import type { Session } from '../../host/session.ts'
import { checkedInput, frameOf, imageInput } from '../kit/network-shape.ts'
import { predictor } from '../kit/predictor.ts'
import { isYoloLayout, type YoloLayout, yoloLayoutOf } from './layouts.ts'
import { outputsOf } from './outputs.ts'
import { predictionReader } from './read.ts'

/** The input of a YOLO model when its manifest does not say. */
export const USUAL_INPUT: ModelInput = {
  width: 640,
  height: 640,
  resize: 'letterbox',
  padding: 114,
  channels: 'rgb',
  divisor: 255,
  mean: [0, 0, 0],
  std: [1, 1, 1],
}

/** YOLO in all its versions: objects with boxes, turned boxes, masks or keypoints. `layouts.ts` tells how their tensors differ. */
export const yolo: FamilyDefinition = {
  id: 'yolo',
  networks: ['model'],
  async open({ manifest, session: networkOf }) {
    const session = networkOf('model')
    const layout = layoutOf(manifest, session)
    const outputs = outputsOf(layout, session.outputs)
    if (outputs === undefined) throw new ModelRunError(message('network-without-boxes'))
    const input = inputOf(manifest, session)
    const read = predictionReader({ manifest, layout, outputs, frame: input })
    return { predict: predictor({ manifest, session, input, read }) }
  },
}

/** As the manifest says; where it says nothing, the usual in the size that the network takes. */
function inputOf(manifest: ModelManifest, session: Session): ModelInput {
  const images = imageInput(session)
  if (images === undefined) throw new ModelRunError(message('network-without-image-floats'))
  return checkedInput(manifest, images, { ...USUAL_INPUT, ...frameOf(images, USUAL_INPUT.width) })
}

/** As the manifest says; where it leaves that to the network, by the shapes of its outputs. */
function layoutOf({ layout, classNames, task }: ModelManifest, session: Session): YoloLayout {
  if (isYoloLayout(layout)) return layout
  const recognised = yoloLayoutOf(session, { ...(classNames.length > 0 && { classCount: classNames.length }), task })
  if (recognised !== undefined) return recognised.layout
  const shapes = session.outputs.map(({ name, dims }) => `"${name}" [${dims.join(', ')}]`)
  throw new ModelRunError(message('yolo-outputs-unknown', { count: classNames.length, shapes }))
}
