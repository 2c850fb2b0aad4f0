import type { Template } from '../template.ts'

/** Faults of images of events, which stand inside refusals. */
export const EVENT_FAULTS = {
  'event-image-not-base64': 'is not base64',
  'event-image-too-large': 'has {{count}} million pixels; the limit is {{most}} million',
  'event-image-cut': 'is only a part of an image ({{type}})',
  'event-image-unsupported': 'is not a supported image. Use JPEG, PNG, WebP, GIF, TIFF, AVIF or BMP',
  'event-form-unknown': 'The event is stored in a form that this version cannot send',
  'event-file-unreadable': 'The file {{id}} cannot be read from the disk ({{code}})',
  'event-store-failed': 'The event store failed: {{cause}}. See the log',
  'upload-key-missing': '{{host}} asks for a key ({{status}}). Set CLOUD_UPLOAD_API_KEY',
  'upload-key-refused': '{{host}} does not take the key ({{status}}). Check CLOUD_UPLOAD_API_KEY',
  'upload-redirected':
    '{{host}} leads elsewhere ({{status}}), where events are not sent. Set CLOUD_UPLOAD_URL to the address itself',
  'upload-misunderstood':
    '{{host}} answers in a way that is not understood. Is CLOUD_UPLOAD_URL the address of a receiver of vision events?',
  'upload-refused': '{{host}} does not take the event ({{status}})',
  'upload-refused-saying': '{{host}} does not take the event ({{status}}): {{words}}',
  'upload-busy': '{{host}} cannot take events now ({{status}})',
  'upload-busy-saying': '{{host}} cannot take events now ({{status}}): {{words}}',
} as const satisfies Record<string, Template>
