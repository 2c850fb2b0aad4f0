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
  'no-reason-known': 'no reason is known',
} as const satisfies Record<string, Template>
