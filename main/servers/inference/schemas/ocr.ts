import { z } from 'zod'
import { Base, Images, ModelName, orNone } from './kit.ts'
import { Detection, PictureSize } from './predictions.ts'

export const OcrBody = z
  .object({
    ...Base,
    image: Images,
    doctr_version_id: ModelName,
    model_id: ModelName,
    generate_bounding_boxes: z.boolean().default(false),
  })
  .meta({ id: 'OcrRequest' })

const Network = orNone(z.enum(['tiny', 'small', 'medium'])).meta({
  description: 'Taken, and passed over: the installed model reads',
})

export const EasyOcrBody = OcrBody.omit({ doctr_version_id: true })
  .extend({
    easy_ocr_version_id: ModelName,
    language_codes: orNone(z.array(z.string())),
    quantize: orNone(z.boolean()),
  })
  .meta({ id: 'EasyOcrRequest' })

export const PpOcrBody = OcrBody.omit({ doctr_version_id: true })
  .extend({ pp_ocr_version_id: ModelName, text_detection: Network, text_recognition: Network })
  .meta({ id: 'PpOcrRequest' })

const ReadBody = z
  .object({
    result: z.string().meta({ description: 'The words, joined by single spaces' }),
    time: z.number(),
    parent_id: z.null(),
    engine: z.string().meta({ description: 'What read: `doctr`, `pp-ocr`, or `tesseract` where neither is installed' }),
    model_id: z.string().optional().meta({ description: 'The model that read, where it is not the usual one' }),
    image: PictureSize.optional(),
    predictions: z.array(Detection).optional().meta({ description: 'One for each word; whole pixels' }),
  })
  .meta({ id: 'ReadText' })

export const ReadBodies = z.union([ReadBody, z.array(ReadBody)])
