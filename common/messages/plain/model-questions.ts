import type { Template } from '../template.ts'

/** Questions and remarks about the files of a model, with the parts of their sentences. */
export const MODEL_QUESTIONS = {
  'family-yolo': 'YOLO',
  'family-detr': 'a detection transformer (RF-DETR, RT-DETR, D-FINE)',
  'family-classifier': 'a classifier',
  'family-semantic': 'a semantic segmenter',
  'family-clip': 'CLIP',
  'family-perception-encoder': 'Perception Encoder',
  'family-grounding-dino': 'Grounding DINO',
  'family-doctr': 'docTR',
  'family-pp-ocr': 'PP-OCR',
  'family-tesseract': 'Tesseract',
  'family-sam': 'Segment Anything',
  'family-sam3-concept': 'SAM 3 with phrases',
  'answers-one-class': 'One class for an image',
  'answers-any-classes': 'Any number of classes for an image',
  'answers-task': '{{task}}',
  'question-family': 'What kind of model is {{source}}?',
  'question-family-with-hint': 'What kind of model is {{source}}? {{cause}}',
  'hint-half-of-ocr': 'If this is an OCR detection network, drop it together with its recognition network',
  'question-task': 'What does {{source}} output?',
  'question-classes': 'What are the classes of {{source}} called? One name per line, in the order of its training',
  'question-classes-counted':
    'What are the {{number}} classes of {{source}} called? One name per line, in the order of its training',
  'question-classes-again': '{{given}} names do not match the {{number}} classes of {{source}}. {{cause}}',
  'question-input':
    'What is the training image size of {{source}}? Its network accepts any size, and its files do not state one',
  'note-taken-together': '{{networks}} are used together',
  'note-precision-taken': 'Of the {{count}} precisions of {{name}}, {{path}} is used',
  'model-quoted': '"{{id}}"',
  'model-asked-as': '"{{id}}" (requested as "{{asked}}")',
  'model-manifest-too-large': 'it is larger than {{most}} bytes',
  'model-manifest-of-other-id': 'its id is {{id}}',
  'model-manifest-not-object': 'it is not a JSON object as described in docs/models.md',
  'model-manifest-issue': '{{key}}: {{cause}}',
} as const satisfies Record<string, Template>
