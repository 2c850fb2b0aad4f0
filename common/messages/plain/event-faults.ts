import type { Template } from '../template.ts'

/** Faults of images of events, which stand inside refusals. */
export const EVENT_FAULTS = {
  'event-image-not-base64': 'is not base64',
  'event-image-too-large': 'has {{count}} million pixels; the limit is {{most}} million',
  'event-image-cut': 'is only a part of an image ({{type}})',
  'event-image-unsupported': 'is not a supported image. Use JPEG, PNG, WebP, GIF, TIFF, AVIF or BMP',
} as const satisfies Record<string, Template>
