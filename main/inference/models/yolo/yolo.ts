import type { ModelInput } from '#common/inference/manifest'
import type { DetectedObject, Prediction } from '#common/inference/prediction'
import { ModelRunError } from '../../host/errors.ts'
import type { FamilyDefinition } from '../../host/family.ts'
import type { Tensors } from '../../host/session.ts'
import { boxInPicture } from '../kit/boxes.ts'
import { suppress } from '../kit/nms.ts'
import { predictor, type Seen } from '../kit/predictor.ts'
import { thresholdsFor } from '../kit/thresholds.ts'
import { readAnchors } from './anchors.ts'

/** What a YOLO model looks at when its manifest does not say. */
const INPUT: ModelInput = {
  width: 640,
  height: 640,
  resize: 'letterbox',
  padding: 114,
  channels: 'rgb',
  divisor: 255,
  mean: [0, 0, 0],
  std: [1, 1, 1],
}
const CONFIDENCE = 0.4

/** YOLO v8, v9, v11 and v12: one tensor of anchors, each with a centred box in pixels of the frame and a score for every class. */
export const yolo: FamilyDefinition = {
  id: 'yolo',
  networks: ['model'],
  async open(model) {
    const { manifest } = model
    const session = model.session('model')
    const output = session.outputs[0]?.name
    if (output === undefined) throw new ModelRunError('The network has no output')
    const read = (outputs: Tensors, seen: Seen): Prediction => {
      const { classNames } = manifest
      const { confidence, iouThreshold, classAgnostic, maxCandidates, maxDetections, classFilter } = seen.options
      const thresholdOf = thresholdsFor(confidence, manifest, CONFIDENCE)
      const candidates = readAnchors(outputs, { output, thresholds: classNames.map(thresholdOf) })
      const kept = suppress(candidates, {
        ...{ iouThreshold, classAgnostic },
        mostCandidates: maxCandidates,
        most: maxDetections,
      })
      const objects = kept.flatMap((place): DetectedObject[] => {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = candidates.boxes.subarray(4 * place, 4 * place + 4)
        const box = boxInPicture({ x0, y0, x1, y1 }, seen)
        const classIndex = candidates.classes[place] ?? 0
        const className = classNames[classIndex]
        if (box === undefined || className === undefined) return []
        if (classFilter && !classFilter.includes(className)) return []
        return [{ box, className, classIndex, confidence: candidates.scores[place] ?? 0 }]
      })
      return { kind: 'objects', size: seen.size, objects }
    }
    return { predict: predictor({ manifest, session, input: manifest.input ?? INPUT, read }) }
  },
}
