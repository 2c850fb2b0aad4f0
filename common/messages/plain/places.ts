import type { Template } from '../template.ts'

/** Where something stands in a file, as sentences name it. */
export const PLACES = {
  'place-annotation': 'annotation {{number}}',
  'place-annotation-of': '{{place}}, annotation {{number}}',
  'place-box': 'box {{number}}',
  'place-classification': 'classification {{number}}',
  'place-entry': 'Entry {{number}}',
  'place-image': 'the image',
  'place-instance': 'instance {{number}}',
  'place-item': 'Item {{number}}',
  'place-line': 'line {{number}}',
  'place-mask': 'mask {{number}}',
  'place-object': 'object {{number}}',
  'place-object-of-record': 'object {{number}} of record {{record}}',
  'place-parking-space': 'parking space {{number}}',
  'place-prediction': 'prediction {{number}}',
  'place-region': 'region {{number}}',
  'place-result': 'result {{number}}',
  'place-shape': 'shape {{number}}',
  'place-label-of-image': 'annotation {{number}} of "{{image}}"',
  'place-classless-region': 'region {{number}} without a class',
  'place-this-annotation': 'the annotation',
  'place-this-line': 'the line',
  'place-this-object': 'the object',
  'place-this-row': 'the row',
} as const satisfies Record<string, Template>
