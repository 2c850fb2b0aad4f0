import { z } from 'zod'
import { ok } from '#common/result'
import { readShape } from '../../labels/kit/json.ts'
import { wholePicture } from '../../labels/kit/whole-picture.ts'
import { sageMaker as sageMakerLines } from '../../labels/lines/sagemaker.ts'
import { documentImporter, nameInAddress } from '../kit/documents.ts'

const Line = z.looseObject({ 'source-ref': z.string() })
const ClassName = z.object({ 'class-name': z.string() })

/** SageMaker Ground Truth: a line for each image, with the boxes or the class that a labelling job gave it. */
export const sageMaker = documentImporter({
  id: 'sagemaker',
  title: 'SageMaker Ground Truth',
  lineEndings: ['.manifest', '.jsonl'],
  isWanted: (keys) => keys.has('source-ref'),
  entries(document) {
    const line = readShape(Line, document)
    if (!line.ok) return line
    const name = nameInAddress(line.value['source-ref'])
    const classes = Object.values(line.value).flatMap((value) => ClassName.safeParse(value).data?.['class-name'] ?? [])
    const isLabelled = Object.keys(line.value).some((key) => key.endsWith('-metadata'))
    if (!isLabelled) return ok([])
    return ok([
      {
        name,
        objects: (picture) => (classes.length > 0 ? wholePicture(classes) : sageMakerLines.read([line.value], picture)),
      },
    ])
  },
})
