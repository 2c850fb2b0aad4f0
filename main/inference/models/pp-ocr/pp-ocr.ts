import type { FamilyDefinition } from '../../host/family.ts'
import { textReader } from '../kit/text/read-text.ts'
import { lineFinder } from './line-finder.ts'
import { lineReader } from './line-reader.ts'

/** PP-OCR, as Paddle's models are exported to ONNX: one network finds the lines of a page, another reads them. */
export const ppOcr: FamilyDefinition = {
  id: 'pp-ocr',
  networks: ['detection', 'recognition'],
  async open(model) {
    const [finder, reader] = [lineFinder(model), await lineReader(model)]
    return {
      'read-text': textReader({
        name: 'pp-ocr',
        find: finder.find,
        read: (found, { pixels }, context) =>
          reader.read({ page: pixels, boxes: found.map(({ turned }) => turned) }, context),
      }),
    }
  },
}
