import type { Template } from '../template.ts'

/** Notes of dataset importers on masks and their tables. */
export const MASK_NOTES = {
  'mask-too-large': 'The mask is larger than 64 MB, the limit.',
  'mask-is-coloured': 'The mask is a color image. Class numbers require a grayscale or indexed PNG.',
  'mask-is-grey': 'The mask is grayscale, but its classes belong in red and green and its objects in blue.',
  'mask-too-many-values': 'The file has too many distinct values for a mask.',
  'mask-too-many-colours': 'The file has too many distinct colors for a mask.',
  'masks-of-other-sizes': 'The mask of the objects and the mask of the classes differ in size.',
  'pixel-value-not-named': 'Pixel value {{value}} skipped: _classes.csv does not name it.',
  'pixel-value-unused': 'Pixel value {{value}} skipped: no class uses it.',
  'pixel-colour-unused': 'Pixels of color {{colour}} skipped: no class uses it.',
  'colours-not-listed': {
    one: '1 color skipped: the table does not list it.',
    other: '{{count}} colors skipped: the table does not list them.',
  },
  'segments-not-described': {
    one: '1 segment skipped: {{name}} does not describe it.',
    other: '{{count}} segments skipped: {{name}} does not describe them.',
  },
  'objects-without-class': 'they have no class',
  'colour-of-no-class': 'no class has the color {{colour}}',
  'object-without-line': 'An object has no line here, so it is called {{name}}.',
  'scenes-without-names': 'objectInfo150.txt is not in the dataset, so the classes are named by their numbers.',
  'mask-needs-ade-files': 'Mask not used: add the ADE20K JSON files or the tables ending in _atr.txt.',
  'mask-needs-object-table': 'Mask not used: its object table ending in _atr.txt is missing.',
  'mask-needs-city-files': 'Mask not used: its _labelIds.png or _polygons.json is missing.',
  'masks-without-table': 'Masks in this folder are not used: their class table, {{table}}, is missing.',
  'masks-without-colour-table':
    'Masks in this folder are not used: their class table, label_colors.txt or class_dict.csv, is missing.',
  'stuff-masks-not-used':
    'Masks in this folder are not used. For COCO-Stuff, Tessera reads the JSON file, such as stuff_train2017.json.',
  'brush-names-tell-nothing':
    'their names do not show which images they belong to. Export them from Label Studio as JSON',
  'masks-only-png': 'only PNG files are read as masks',
  'masks-of-folder-read': 'those of {{folder}} are read',
  'list-without-background': '{{list}} does not begin with the background, so the numbers of its classes are unclear',
} as const satisfies Record<string, Template>
