import type { Template } from '../template.ts'

/** Names of dataset formats that have words in them. */
export const DATASET_TITLES = {
  'title-class-table': 'Table of Classes',
  'title-caption-table': 'Table of Captions',
  'title-masks-beside-images': 'Masks beside images',
  'title-masks-without-classes': 'Masks without classes',
  'title-oriented-boxes': 'Oriented boxes (DOTA)',
  'title-pet-breeds': 'Oxford-IIIT Pets Breeds',
  'title-predictions': 'Predictions of the inference API',
  'title-open-images-toolkit': 'Open Images toolkit',
  'title-hugging-face-captions': 'Hugging Face captions',
  'title-hugging-face-metadata': 'Hugging Face metadata',
} as const satisfies Record<string, Template>
