import type { Template } from '../template.ts'

/** Answers of studio routes to requests that they do not accept. */
export const STUDIO_ANSWERS = {
  'answer-archive-gone': 'This archive is no longer available',
  'answer-archive-not-ready': 'This archive is not ready yet',
  'answer-archive-unknown': 'This archive does not exist',
  'answer-body-not-image': 'Send the image as the body of the request',
  'answer-body-too-large': 'The body is larger than {{limit}}, the limit of this operation',
  'answer-dataset-file-unnamed': 'The dataset or the path is missing',
  'answer-file-unknown': 'This file does not exist',
  'answer-host-name':
    'This server does not answer to the host name {{host}}. Use its IP address or localhost, or start with --host',
  'answer-image-gone': 'This image is no longer available',
  'answer-image-unknown': 'This image does not exist',
  'answer-import-file-unnamed': 'The import or the path is missing',
  'answer-model-file-unnamed': 'The model or the path is missing',
  'answer-not-model-request': 'The request is not a valid model request',
  'answer-nothing-there': 'There is nothing at {{url}}',
  'answer-token-alone': 'A session can only be started with the token of the studio',
} as const satisfies Record<string, Template>
