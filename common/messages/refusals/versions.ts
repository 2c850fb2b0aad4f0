import type { Entry } from '../reasons.ts'

/** Refusals about versions. */
export const VERSIONS = {
  'version-number-malformed': ['version-not-found', '"{{text}}" is not a version number'],
  'remap-changes-points': [
    'settings-invalid',
    'preprocessing.remap merges "{{class}}" into "{{target}}", whose points have other names',
  ],
  'project-is-in-trash': ['project-not-found', 'The project "{{slug}}" is in the trash'],
  'version-generating': ['version-generating', 'Version {{number}} is still being generated'],
  'version-not-in-project': ['version-not-found', '{{project}} has no version {{number}}'],
  'too-many-image-tiles': [
    'settings-invalid',
    'preprocessing.tile cuts an image of {{width}} × {{height}} pixels into {{tiles}} tiles; at most 10,000 are allowed',
  ],
  'too-many-copies': ['copies-over-cap', 'augmentation.image.versions is {{copies}}; at most {{most}} are made'],
  'no-annotated-image-in-train': [
    'train-split-empty',
    'Augmentation is on, but no labelled image is in train. Rebalance the split first',
  ],
  'no-annotated-image': ['nothing-to-version', 'No image is labelled yet. Label one, or mark one as background'],
  'no-image-with-tags': [
    'nothing-to-version',
    'No images are left: no labeled image has the tags that preprocessing.filter-tags requires',
  ],
  'steps-exclude-each-other': ['settings-invalid', '{{step}} and {{other}} exclude each other'],
  'step-needs-boxes-or-polygons': [
    'settings-invalid',
    '{{step}} needs boxes or polygons, which this project does not have',
  ],
  'step-needs-places': ['settings-invalid', '{{step}} needs annotations with a position in the image'],
  'step-needs-boxes': [
    'settings-invalid',
    '{{step}} works inside the boxes of objects, which this project does not have',
  ],
  'settings-misfit': ['settings-invalid', '{{cause}}'],
  'settings-not-understood': ['settings-invalid', 'The settings are invalid'],
} as const satisfies Record<string, Entry>
