import type { Template } from '../template.ts'

/** Questions and remarks about the files of a model. */
export const RECOGNITION = {
  'networks-with': '{{first}} with {{second}}',
  'family-or': '{{first}} or {{second}}',
  'that-family': 'that',
  'no-network': 'There is no network',
  'network-tensors': '{{path}} takes {{inputs}} and outputs {{outputs}}',
  'manifest-not-understood': 'models/{{id}}/{{manifest}} is not understood: {{issue}}',
  'manifest-missing': 'models/{{found}} lies in the library without a {{manifest}}, so it is not installed',
  'operation-predict': 'recognize what is on an image without a prompt',
  'operation-embed-images': 'compute embeddings of images',
  'operation-embed-texts': 'compute embeddings of texts',
  'operation-ground': 'find objects by the names of their classes',
  'operation-read-text': 'read text',
  'operation-prepare-image': 'store embeddings of images for prompts',
  'operation-segment': 'cut out objects by points and boxes',
  'operation-segment-concepts': 'find objects by a phrase or examples',
} as const satisfies Record<string, Template>
