import type { Template } from '../template.ts'

/** Sentences on what public models are for, which `native-models/catalogue/` names. */
export const MODEL_DESCRIPTIONS = {
  'describes-rfdetr-nano': 'Finds the 80 object classes of COCO. Start labeling with this one.',
  'describes-rfdetr-seg-nano': 'Finds the 80 object classes of COCO with their outlines.',
  'describes-sam2-hiera-tiny': 'Segments objects from clicks and boxes. The smallest of its kind; start with this one.',
  'describes-sam2-hiera-tiny-refining':
    'Segments objects from clicks and boxes, and starts each further click from the mask of the one before.',
  'describes-sam2-hiera-small': 'Segments objects from clicks and boxes; a little more accurate than the tiny one.',
  'describes-sam2-hiera-b-plus':
    'Segments objects from clicks and boxes; more accurate than the small one, and slower.',
  'describes-sam2-hiera-large': 'Segments objects from clicks and boxes; the most accurate of its kind.',
  'describes-mobile-sam': 'Segments objects from clicks and boxes on slow machines, less accurately than SAM 2.',
  'describes-sam3-tracker': 'Segments objects from clicks and boxes. Large: a graphics card is recommended.',
  'describes-sam3-concept':
    'Finds all objects that a phrase or an example box describes. Large: a graphics card is recommended.',
  'describes-grounding-dino-tiny': 'Finds objects by class names that it was not trained on.',
  'describes-clip-vit-b-16': 'Compares images with texts and with each other, for searching by meaning.',
  'describes-perception-encoder-b16-224': 'Compares images with texts and with each other; as large as CLIP.',
  'describes-perception-encoder-l14-336':
    'Compares images with texts and with each other; more accurate than CLIP, and larger.',
  'describes-doctr-default': 'Reads printed text: a ResNet finds the words, a VGG network reads them.',
  'describes-doctr-light': 'Reads printed text with small networks, for slow machines.',
} as const satisfies Record<string, Template>
