import type { Template } from '../template.ts'

/** What reports on datasets say of files, images and annotations, whatever the format. */
export const DATASET_NOTES = {
  'path-leaves-dataset': 'Its path leads out of the dataset',
  'path-leaves-archive': 'Its path leads out of the archive',
  'path-has-control-characters': 'Its path holds control characters',
  'path-too-long': 'Its path is longer than {{most}} characters',
  'file-without-name': 'The file has no name',
  'file-larger-than': 'The file is larger than {{most, size}}',
  'path-twice-in-archive': 'The archive contains this path twice',
  'path-twice-in-any-case': 'The archive contains this path twice (letter case is ignored)',
  'path-twice-in-dataset': 'The dataset contains this path twice',
  'entry-is-link': 'It is a link to another file; put the file itself into the archive',
  'entry-not-regular': 'It is not a regular file',
  'entry-has-password': 'It is encrypted; make the archive without a password',
  'entry-compression-unsupported': 'Unsupported compression. Use Deflate',
  'inner-archive': 'An archive inside a dataset is not opened. Unpack it first',
  'hidden-files-skipped': { one: '1 hidden file skipped.', other: '{{count}} hidden files skipped.' },
  'no-image-goes-with-file': 'No image of the archive goes with this file',
  'neither-image-nor-labels': 'This file is neither an image nor a file with labels',
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
  'annotations-unreadable': 'none of the annotations can be read, so the image stays unlabelled',
  'labels-of-other-size':
    'the image has {{wide}} × {{high}} pixels, the label file says {{width}} × {{height}}; its labels are skipped',
  'loose-points-skipped': 'Points that belong to no object are skipped: this project takes boxes and keypoints.',
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
    '{{image}}: "{{name}}" is skipped: another file says another class, and an image of this project has one',
  'image-annotated-already': '{{image}} is already annotated. Annotations from this file were skipped',
  'images-joined': {
    one: 'One image has annotations in several files or entries. They were joined.',
    other: '{{count}} images have annotations in several files or entries. They were joined.',
  },
  'labels-scaled': {
    one: 'The label file says another size for one image. Its labels were scaled to the image.',
    other: 'The label files say other sizes for {{count}} images. Their labels were scaled to the images.',
  },
  'labels-turned': {
    one: 'The label file describes one image as it was before its EXIF turn. Its labels were turned with it.',
    other:
      'The label files describe {{count}} images as they were before their EXIF turn. Their labels were turned with them.',
  },
  'class-name-cut': 'The class name "{{name}}…" is longer than {{most}} characters and was shortened.',
  'class-name-in-two-forms':
    'The class name "{{name}}" is written in two Unicode forms (NFC and NFD). Both become one class.',
  'class-exists-already': '"{{spelling}}" is added as class "{{name}}", which exists already.',
  'class-names-joined': 'The class names "{{first}}" and "{{second}}" become one class, "{{name}}".',
  'value-skipped': 'Skipped in labels of "{{name}}": {{cause}}.',
  'values-skipped': {
    one: 'Skipped in one label of "{{name}}": {{cause}}.',
    other: 'Skipped in {{count}} labels of "{{name}}": {{cause}}.',
  },
  'value-contradicts': '"{{said}}" contradicts "{{kept}}", which another label of the image says by "{{attribute}}"',
  'class-without-attribute': 'the class cannot have an attribute "{{attribute}}"',
  'value-not-choice': '"{{said}}" is none of the choices of "{{attribute}}"',
  'value-not-yes-no': '"{{said}}" is neither yes nor no, which "{{attribute}}" asks for',
  'value-not-allowed-number': '"{{said}}" is not a number that "{{attribute}}" allows',
  'value-text-too-long': 'the text of "{{attribute}}" has more than {{most}} characters',
  'annotations-for-other-size':
    'Annotations skipped: they are for {{width}} × {{height}} pixels, the image has {{imageWidth}} × {{imageHeight}}',
  'name-of-annotation': 'The annotation',
  'name-of-upload': 'The upload',
  'stored-file-lost': 'The stored file of {{image}} is damaged or missing. Upload it again',
  'published-file-outside': 'It lies outside of the folder of its project',
  'published-not-file': 'It is not a file',
  'published-file-missing': 'The file does not exist',
  'published-file-unreadable': 'The file cannot be read',
  'published-file-changed': 'The file has changed since it was published (SHA-256 mismatch). Publish the project again',
} as const satisfies Record<string, Template>
