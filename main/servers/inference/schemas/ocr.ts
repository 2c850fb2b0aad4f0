import { z } from 'zod'
import { Base, Images, ModelName } from './kit.ts'
import { Detection, ImageSize } from './predictions.ts'

export const OcrBody = z
  .object({
    ...Base,
    image: Images,
    doctr_version_id: ModelName,
    model_id: ModelName,
    generate_bounding_boxes: z.boolean().default(false),
  })
  .meta({ id: 'OcrRequest' })

const ReadBody = z
  .object({
    result: z.string().meta({ description: 'The words, joined by single spaces' }),
    time: z.number(),
    parent_id: z.null(),
    engine: z
      .string()
      .meta({ description: 'The engine that read: `doctr` or `pp-ocr`, or `tesseract` where neither is installed' }),
    model_id: z.string().optional().meta({ description: 'The model that read, where it is not the usual one' }),
    image: ImageSize.optional(),
    predictions: z.array(Detection).optional().meta({ description: 'One for each word; whole pixels' }),
  })
  .meta({ id: 'ReadText' })

export const ReadBodies = z.union([ReadBody, z.array(ReadBody)])
