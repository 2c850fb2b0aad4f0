import { z } from 'zod'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { predictionParts } from '../../labels/json/prediction.ts'
import { readShape } from '../../labels/kit/json.ts'
import { readEvery } from '../../labels/kit/reading.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'
import { withoutEnding } from '../kit/paths.ts'

const Sides = z.object({ width: z.unknown().optional(), height: z.unknown().optional() }).nullish().catch(undefined)
const Answer = z.object({ predictions: z.array(z.unknown()), image: Sides })

/** How an answer places an object: by a box around its center, by an outline or by run lengths. */
const PLACES = ['x', 'points[]', 'rle.counts', 'rle.counts[]']

/** Answers of the inference API, one for each image and called as it is. An answer without predictions leaves it unlabeled. */
export const prediction = documentImporter({
  id: 'prediction',
  title: message('title-predictions'),
  isWanted: (keys) => keys.has('predictions[].class') && PLACES.some((place) => keys.has(`predictions[].${place}`)),
  entries(document, { path }) {
    const read = readShape(Answer, document)
    if (!read.ok) return read
    const { predictions, image } = read.value
    if (predictions.length === 0) return ok([])
    const [name, { size }] = [withoutEnding(path), declaredSize(image?.width, image?.height)]
    if (size) return ok([{ ...entryOfParts(name, predictionParts(predictions, size)), size }])
    const objects = ({ frame }: Pick<AnnotatedImage, 'frame'>) =>
      readEvery(predictionParts(predictions, frame), (part) => part)
    return ok([{ name, objects }])
  },
})
