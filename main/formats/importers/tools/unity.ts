import { z } from 'zod'
import { ok } from '#common/result'
import { unityParts } from '../../labels/json/unity.ts'
import { readShape } from '../../labels/kit/json.ts'
import { documentImporter } from '../kit/documents.ts'
import { unreadMasks } from '../kit/masks/unread.ts'
import { entryOfParts } from '../kit/parts.ts'

const Annotation = z.object({ filename: z.unknown().optional(), values: z.array(z.unknown()).nullish() })
const Capture = z.object({ filename: z.string().min(1), annotations: z.array(Annotation).nullish() })

/** Unity Perception: `captures_000.json`, a list of images with their boxes. */
export const unity = unreadMasks(
  documentImporter({
    id: 'unity-perception',
    title: 'Unity Perception',
    companions: /(?:^|\/)(?:metrics_\d+|annotation_definitions|metric_definitions|egos|sensors)\.json$/i,
    isWanted: (keys) => keys.has('captures[].filename') && !keys.has('captures[].@type'),
    pieces: () => ({ lists: ['captures'] }),
    entries(document) {
      const read = readShape(Capture, document)
      if (!read.ok) return read
      const { filename, annotations } = read.value
      // Masks stand in a file of their own.
      const listed = (annotations ?? []).flatMap((each) => (each.filename ? [] : [each.values ?? []]))
      const parts = unityParts(listed.flat())
      // No boxes does not mean no objects: others of its labelers may have found them.
      return ok(parts.length > 0 ? [entryOfParts(filename, parts)] : [])
    },
  }),
  /(?:^|\/)(?:Instance|Semantic)Segmentation[^/]*\/[^/]*$/i,
)
