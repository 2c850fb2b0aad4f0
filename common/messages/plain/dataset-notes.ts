import type { Template } from '../template.ts'

/** Notes of dataset reports on files, images and annotations of any format. */
export const DATASET_NOTES = {
  'path-leaves-dataset': 'Its path leads out of the dataset',
  'path-leaves-archive': 'Its path leads out of the archive',
  'path-has-control-characters': 'Its path contains control characters',
  'path-too-long': 'Its path is longer than {{most}} characters',
  'file-without-name': 'The file has no name',
  'file-larger-than': 'The file is larger than {{most, size}}',
  'path-twice-in-archive': 'The archive contains this path twice',
  'path-twice-in-any-case': 'The archive contains this path twice (letter case is ignored)',
  'path-twice-in-dataset': 'The dataset contains this path twice',
  'entry-is-link': 'It is a link to another file; put the file itself into the archive',
  'entry-not-regular': 'It is not a regular file',
  'entry-has-password': 'It is encrypted; create the archive without a password',
  'entry-compression-unsupported': 'Unsupported compression. Use Deflate',
  'inner-archive': 'An archive inside a dataset is not opened. Unpack it first',
  'hidden-files-skipped': { one: '1 hidden file skipped.', other: '{{count}} hidden files skipped.' },
  'no-image-goes-with-file': 'No image of the archive goes with this file',
  'neither-image-nor-labels': 'This file is neither an image nor an annotation file',
  'archive-mixes-formats':
    'The archive contains several formats, and this file is not about a single image. Upload it with its images in an archive of its own',
  'other-format-not-used': {
    one: '1 {{title}} file not used: the {{chosen}} files match this project better',
    other: '{{count}} {{title}} files not used: the {{chosen}} files match this project better',
  },
  'annotations-of-file-not-used': {
    one: '{{name}}: 1 annotation of this file not used, because those of {{used}} are used',
    other: '{{name}}: {{count}} annotations of this file not used, because those of {{used}} are used',
  },
  'image-not-found-anywhere': 'Image "{{name}}" not found in the dataset or project',
  'images-of-dataset-alike':
    '{{count}} images of the dataset are called "{{name}}", and it is not clear which is meant',
  'images-of-project-alike':
    '{{count}} images of the project are called "{{name}}", and it is not clear which is meant',
  'annotations-unreadable': 'none of the annotations can be read, so the image stays unannotated',
  'labels-of-other-size':
    'the image has {{wide}} × {{high}} pixels, the annotation file states {{width}} × {{height}}; its annotations are skipped',
  'loose-points-skipped': 'Points that belong to no object are skipped: this project accepts boxes and keypoints.',
  'objects-outside-skipped': {
    one: '1 object skipped: outside the image ({{names}})',
    other: '{{count}} objects skipped: outside the image ({{names}})',
  },
  'objects-flat-skipped': {
    one: '1 object skipped: no area ({{names}})',
    other: '{{count}} objects skipped: no area ({{names}})',
  },
  'all-objects-flat': 'none of the objects has an area',
  'all-objects-outside': 'all objects are outside the image ({{width}} × {{height}} pixels)',
  'all-objects-outside-or-flat': 'all objects are outside the image ({{width}} × {{height}} pixels) or have no area',
  'same-image-twice': '{{kept}} and {{other}} are the same image. Annotations of {{kept}} are used',
  'second-class-skipped':
    '{{image}}: "{{name}}" is skipped: another file states another class, and images of this project have only one',
  'image-annotated-already': '{{image}} is already annotated. Annotations from this file were skipped',
  'images-joined': {
    one: '1 image has annotations in several files or entries. They were combined.',
    other: '{{count}} images have annotations in several files or entries. They were combined.',
  },
  'labels-scaled': {
    one: 'The annotation file states another size for 1 image. Its annotations were scaled to the image.',
    other: 'The annotation files state other sizes for {{count}} images. Their annotations were scaled to the images.',
  },
  'labels-turned': {
    one: 'The annotation file describes 1 image before its EXIF rotation. Its annotations were rotated with it.',
    other:
      'The annotation files describe {{count}} images before their EXIF rotation. Their annotations were rotated with them.',
  },
  'class-name-cut': 'The class name "{{name}}…" is longer than {{most}} characters and was shortened.',
  'class-name-in-two-forms':
    'The class name "{{name}}" is written in two Unicode forms (NFC and NFD). Both become one class.',
  'class-exists-already': '"{{spelling}}" is added as class "{{name}}", which already exists.',
  'class-names-joined': 'The class names "{{first}}" and "{{second}}" become one class, "{{name}}".',
  'value-skipped': 'Skipped in annotations of "{{name}}": {{cause}}.',
  'values-skipped': {
    one: 'Skipped in 1 annotation of "{{name}}": {{cause}}.',
    other: 'Skipped in {{count}} annotations of "{{name}}": {{cause}}.',
  },
  'value-contradicts':
    '"{{said}}" contradicts "{{kept}}", the value of "{{attribute}}" in another annotation of the image',
  'class-without-attribute': 'the class cannot have an attribute "{{attribute}}"',
  'value-not-choice': '"{{said}}" is not one of the choices of "{{attribute}}"',
  'value-not-yes-no': '"{{attribute}}" needs yes or no, not "{{said}}"',
  'value-not-allowed-number': '"{{said}}" is not a number that "{{attribute}}" allows',
  'value-text-too-long': 'the text of "{{attribute}}" has more than {{most}} characters',
  'annotations-for-other-size':
    'Annotations skipped: they are for {{width}} × {{height}} pixels, the image has {{imageWidth}} × {{imageHeight}}',
  'name-of-annotation': 'The annotation',
  'name-of-upload': 'The upload',
  'stored-file-lost': 'The stored file of {{image}} is damaged or missing. Upload it again',
  'published-file-outside': 'It is outside the folder of its project',
  'published-not-file': 'It is not a file',
  'published-file-missing': 'The file does not exist',
  'published-file-unreadable': 'The file cannot be read',
  'published-file-changed': 'The file has changed since it was published (SHA-256 mismatch). Publish the project again',
} as const satisfies Record<string, Template>
