import type { Template } from '../template.ts'

/** Faults of images, which stand inside refusals. */
export const IMAGE_FAULTS = {
  'samples-signed-8': 'numbers of 8 bits with a sign',
  'samples-signed-16': 'numbers of 16 bits with a sign',
  'samples-signed-32': 'numbers of 32 bits with a sign',
  'samples-32': 'numbers of 32 bits',
  'samples-float': 'floating-point numbers of 32 bits',
  'samples-double': 'floating-point numbers of 64 bits',
  'samples-complex': 'complex numbers',
  'tiles-closing': 'Tessera is closing. Try again after the restart',
  'tiles-process-ended': 'The process that prepares images ended ({{code}})',
  'image-cut-short': 'it is cut short',
  'image-size-invalid': 'its size is invalid',
  'image-too-long': 'it is wider or higher than {{most}} pixels',
  'image-header-unreadable': 'its header cannot be read',
  'image-header-cut-short': 'its header is cut short',
  'image-header-too-far': 'its header starts too far into the file',
  'image-decodes-too-slowly': 'it takes longer than {{seconds}} seconds to decode',
  'bmp-colours-cut-short': 'its colours are cut short',
  'bmp-masks-have-gaps': 'its colour masks have gaps',
  'bmp-rows-top-down': 'its rows are compressed and stored top-down, which BMP does not allow',
  'bmp-bits-unsupported': 'it has {{bits}} bits per pixel; 1, 4, 8, 16, 24 and 32 are supported',
  'bmp-compression-unsupported': 'its compression {{compression}} with {{bits}} bits per pixel is not supported',
  'no-reason-known': 'no reason is known',
} as const satisfies Record<string, Template>
