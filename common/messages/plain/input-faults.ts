import type { Template } from '../template.ts'

/** Faults of images that requests bring along, which stand inside their refusal. */
export const INPUT_FAULTS = {
  'input-image-empty': 'it is empty',
  'input-not-base64': 'it is not base64 text',
  'input-address-too-long': 'its address is too long',
  'input-address-not-text': 'its address is not text',
  'input-type-not-taken': 'the type "{{type}}" is not taken over the network. Send "base64", "url" or "numpy"',
  'input-type-unknown': 'the type "{{type}}" is unknown. Send "base64", "url" or "numpy"',
  'input-larger-than': 'it is larger than {{most}} MB',
  'input-get-too-large': 'the body of a GET is too large; send it by POST',
  'input-form-without-file': 'the form has no image in a part named "file"',
  'input-is-file': 'the body is an image file. Send it as base64 text, or in a form',
  'input-value-misfit': '{{field}}: {{words}}',
} as const satisfies Record<string, Template>
