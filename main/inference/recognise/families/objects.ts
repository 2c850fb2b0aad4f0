import { columnClasses } from '../../models/detr/classes.ts'
import { detrLayoutOf } from '../../models/detr/layout.ts'
import { frameOf, imageInput } from '../../models/kit/network-shape.ts'
import { yoloLayoutOf } from '../../models/yolo/layouts.ts'
import { USUAL_INPUT } from '../../models/yolo/yolo.ts'
import { type Claimant, claimEach, fits } from '../claim.ts'

export const yoloClaims: Claimant = {
  family: 'yolo',
  claims: (networks, { classCount, task }) =>
    claimEach(networks, ({ path, signature }) => {
      const known = { ...(classCount !== undefined && { classCount }), ...(task && { task }) }
      const found = yoloLayoutOf(signature, known)
      if (found === undefined) return undefined
      const image = imageInput(signature)
      const input = image ? { ...USUAL_INPUT, ...frameOf(image, USUAL_INPUT.width) } : USUAL_INPUT
      const claim = {
        family: 'yolo',
        layout: found.layout,
        tasks: [found.task],
        networks: { model: path },
        input,
      } as const
      const count = found.classCount
      return count === undefined ? { ...claim, classes: 'unknown' } : { ...claim, classes: 'fixed', classCount: count }
    }),
}

export const detrClaims: Claimant = {
  family: 'detr',
  claims: (networks, { modelType }) =>
    claimEach(networks, ({ path, signature }) => {
      const found = detrLayoutOf(signature, modelType)
      if (found === undefined) return undefined
      const { layout, task, input, columns } = found
      const claim = { family: 'detr', layout, tasks: [task], networks: { model: path }, input } as const
      if (columns === undefined) return { ...claim, classes: 'unknown' }
      return {
        ...claim,
        classes: 'up-to',
        classCount: columns,
        fitsNames: fits((names) => columnClasses(names, columns)),
      }
    }),
}
