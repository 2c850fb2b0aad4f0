import type { Template } from '../template.ts'

/** Words for kinds, which stand inside messages. */
export const KINDS = {
  'kinds-drawn': 'boxes, polygons, masks, lines and points',
  'kinds-keypoints': 'boxes and keypoints',
  'kinds-class': 'a class for the whole image',
  'kinds-classes': 'classes for the whole image',
  'kinds-texts': 'texts about the image',
  'says-text': 'it says "{{text}}" about the whole image',
  'says-class-of-point': 'it says "{{name}}" of a point that belongs to no object',
  'says-class-of-image': 'it says "{{name}}" about the whole image, without a place',
  'says-class-at-place': 'it says "{{name}}" at a place in the image',
  'type-object-detection': 'object detection',
  'type-instance-segmentation': 'instance segmentation',
  'type-semantic-segmentation': 'semantic segmentation',
  'type-keypoint-detection': 'keypoint detection',
  'type-single-label-classification': 'single label classification',
  'type-multi-label-classification': 'multi label classification',
  'type-text-image-pairs': 'text image pairs',
} as const satisfies Record<string, Template>
