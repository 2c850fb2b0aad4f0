import type { Entry } from '../reasons.ts'

/** Refusals of requests that no server can read. */
export const REQUESTS = {
  'form-with-unexpected-file': [
    'request-invalid',
    'The form contains an unexpected file, "{{file}}"; send one file per request',
  ],
  'form-file-misnamed': [
    'request-invalid',
    'The form contains an unexpected file, "{{file}}"; name the file part "{{part}}"',
  ],
  'form-with-too-many-files': ['request-too-large', 'The form has more than {{most}} files'],
  'form-with-too-many-fields': ['request-too-large', 'The form has more than {{most}} fields'],
  'form-with-too-many-parts': ['request-too-large', 'The form has more than {{most}} parts'],
  'form-damaged': ['request-invalid', 'The form is damaged or incomplete'],
  'form-too-large': ['request-too-large', 'A form is larger than {{most}} MB. Send what is longer as JSON'],
  'form-field-not-utf8': ['request-not-utf8', 'The form field "{{field}}" is not valid UTF-8'],
  'annotation-not-utf8': [
    'request-not-utf8',
    'The annotation is not valid UTF-8. Save the file as UTF-8, and send it again',
  ],
  'body-not-json': ['request-invalid', 'The body is not valid JSON'],
  'too-many-entries': ['request-too-large', '{{field}} has more than {{most, number}} entries, which is the limit'],
  'body-too-large': ['request-too-large', 'The body is larger than {{most}} bytes'],
  'image-and-address-sent': [
    'request-invalid',
    'The request holds an image and, as "image", the address of one. Send one of the two',
  ],
  'image-body-type-unknown': [
    'request-invalid',
    'An image is not read from a body of type {{type}}. Send it as multipart form data, in a field named "file", as base64 text, or its address as the parameter "image"',
  ],
  'image-missing': [
    'request-invalid',
    'The request has no image. Send it as multipart form data, in a field named "file", as base64 text, or its address as the parameter "image"',
  ],
  'project-to-copy-missing': [
    'request-invalid',
    'Name the project to copy: as url, or as source_project and source_workspace',
  ],
  'operation-absent': ['operation-absent', '{{method}} {{path}} is not part of this server: {{cause}}'],
  'likeness-within-project': [
    'request-invalid',
    'Images are compared within one project. Send image_base64 or like_image to POST /{workspace}/{project}/search',
  ],
  'body-not-utf8': ['request-not-utf8', 'The body is not valid UTF-8. Send JSON as UTF-8 text'],
  'body-takes-too-much-memory': [
    'request-too-large',
    'Reading the body took more memory than allowed. Send a smaller body',
  ],
  'body-has-too-much-text': [
    'request-too-large',
    'Beside its images the body has more than {{most}} MB of text, which is the limit',
  ],
  'body-too-deep': ['request-invalid', 'The body has more than {{most, number}} levels'],
  'body-has-too-many-containers': [
    'request-too-large',
    'The body has more than {{most, number}} objects and lists, which is the limit. Send a smaller body',
  ],
  'body-has-too-many-values': [
    'request-too-large',
    'The body has more than {{most, number}} values, which is the limit. Send a smaller body',
  ],
  'body-has-too-many-members': [
    'request-too-large',
    'The body has more than {{most, number}} members of objects, which is the limit. Send a smaller body',
  ],
  'field-name-not-allowed': ['request-invalid', '{{place}} is refused: the name "{{name}}" is not allowed'],
  'request-misfit': ['request-invalid', '{{cause}}'],
  'body-not-object': ['request-invalid', 'The body must be a JSON object'],
} as const satisfies Record<string, Entry>
