import type { Entry } from '../reasons.ts'

/** Refusals about images and how they are added. */
export const IMAGES = {
  'about-file': ['cause', '{{file}}: {{cause}}'],
  'about-update': ['cause', 'updates.{{index}} ({{image}}): {{cause}}'],
  'image-absent': ['image-not-found', 'This image is not there'],
  'stored-file-missing': ['image-not-found', 'The stored file of {{image}} is missing. Upload the image again'],
  'stored-file-damaged': ['image-damaged', 'The stored file of {{image}} is damaged. Upload the image again'],
  'downloaded-file-not-image': ['image-unreadable', 'The downloaded file is not an image'],
  'image-not-in-workspace': ['image-not-found', 'There is no image "{{image}}" in this workspace'],
  'field-not-base64': ['image-unreadable', '{{field}} is not base64 text'],
  'body-not-base64-image': [
    'request-invalid',
    'The body is not base64 text. Send the image as multipart form data, in a field named "file", or as base64 text',
  ],
  'search-image-missing': ['request-invalid', 'Send the image to search by as image: base64 text, or its address'],
  'link-leads-to-no-image': ['image-not-found', 'This link leads to no image'],
  'search-image-unreadable': ['image-unreadable', 'The image cannot be read; send JPEG, PNG, WebP, TIFF, AVIF or BMP'],
  'images-empty': ['request-invalid', 'images is empty: name at least one image'],
  'fetch-not-found': ['task-not-found', 'There is no fetch "{{task}}"'],
  'fetch-still-running': ['import-running', '"{{title}}" is still running'],
  'fetch-has-nothing-left': ['nothing-to-fetch', 'No image of "{{title}}" can be fetched again'],
  'file-too-large': ['image-too-large', 'The file is larger than {{most, size}}'],
  'file-empty': ['image-empty', 'The file is empty (0 bytes)'],
  'path-leaves-folder': ['file-name-invalid', '"{{path}}" leaves its folder'],
  'file-name-missing': ['file-name-invalid', 'The file has no name'],
  'import-ended': [
    'import-not-running',
    'This import has ended. Start it again; images already in the project are skipped',
  ],
  'search-image-too-large': ['image-too-large', 'image is larger than {{limit}}; send a smaller copy of it'],
  'image-not-comparable': ['image-unreadable', '{{image}} can no longer be read, so nothing can be compared with it'],
  'base64-image-unreadable': [
    'image-unreadable',
    'image_base64 is not a readable image; send JPEG, PNG, WebP, TIFF, AVIF or BMP',
  ],
  'image-not-in-project': ['image-not-found', 'There is no image "{{image}}" in {{project}}'],
  'updates-empty': ['tagging-invalid', 'updates is empty: name at least one image'],
  'too-many-updates': ['tagging-invalid', 'updates names {{count}} images; at most {{most}} go in one request'],
  'metadata-change-missing': ['tagging-invalid', 'Say what to change: metadata, removeMetadata, addTags or removeTags'],
  'trial-image-gone': ['image-not-found', 'This image is no longer available. Choose it again'],
  'image-name-not-plain': ['request-invalid', 'A name cannot hold line breaks or control characters'],
  'image-batch-name-too-long': ['request-invalid', 'Batch names can have at most {{most}} characters'],
  'split-unknown': ['request-invalid', 'split must be train, valid or test, not "{{split}}"'],
  'metadata-not-object': ['request-invalid', 'metadata must be a JSON object such as {"lane": 4}, not {{text}}'],
  'inference-id-too-long': ['request-invalid', 'inference_id has {{length}} characters; at most {{most}} are kept'],
  'whole-number-malformed': [
    'request-invalid',
    '{{name}} must be a whole number of at least {{least}}, not "{{text}}"',
  ],
  'images-not-found': [
    'image-not-found',
    {
      one: 'Image not found in {{project}}: {{images}}. Nothing was deleted',
      other: 'Images not found in {{project}}: {{images}}. Nothing was deleted',
    },
  ],
  'images-not-found-with-more': [
    'image-not-found',
    'Images not found in {{project}}: {{images}} and {{more}} more. Nothing was deleted',
  ],
  'tag-added-and-removed': ['tagging-invalid', 'The tag "{{tag}}" is both added and removed; do one of the two'],
  'metadata-set-and-removed': [
    'tagging-invalid',
    'The metadata key "{{key}}" is both set and removed; do one of the two',
  ],
  'tag-not-plain': ['tagging-invalid', 'A tag cannot hold line breaks or control characters'],
  'tag-empty': ['tagging-invalid', 'A tag cannot be empty'],
  'tag-too-long': ['tagging-invalid', 'The tag "{{tag}}" has {{length}} characters; at most {{most}} are kept'],
  'tag-characters': [
    'tagging-invalid',
    'The tag "{{tag}}" cannot be kept: tags hold letters, digits, hyphens, underscores and blanks',
  ],
  'metadata-key-empty': ['tagging-invalid', 'A metadata key cannot be empty'],
  'metadata-key-too-long': [
    'tagging-invalid',
    'The metadata key "{{key}}" has {{length}} characters; at most {{most}} are kept',
  ],
  'metadata-key-not-plain': ['tagging-invalid', 'The metadata key {{key}} holds control characters'],
  'metadata-value-unknown': [
    'tagging-invalid',
    'The metadata value of "{{key}}" must be a text, a number, true or false',
  ],
  'metadata-value-too-long': [
    'tagging-invalid',
    'The metadata value of "{{key}}" has {{length}} characters; at most {{most}} are kept',
  ],
} as const satisfies Record<string, Entry>
