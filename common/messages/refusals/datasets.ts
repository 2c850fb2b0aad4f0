import type { Entry } from '../reasons.ts'

/** Refusals about datasets and archives that are imported. */
export const DATASETS = {
  'too-many-archive-entries': ['archive-too-large', '{{archive}} has {{count}} entries; at most {{most}} are allowed'],
  'dataset-gone': ['dataset-not-found', 'This dataset is no longer available. Drop it again'],
  'link-leads-to-no-upload': ['task-not-found', 'This link leads to no upload'],
  'archive-larger-than-2-gb': ['archive-too-large', 'The archive is larger than 2 GB. Split it into several'],
  'task-not-zip-upload': ['task-not-found', 'The task "{{task}}" is not a ZIP upload'],
  'archive-names-too-long': [
    'archive-unreadable',
    'File names in the archive are too long (4,096 bytes each, 64 MB in total). Shorten them',
  ],
  'archive-entries-overlap': [
    'archive-unreadable',
    'The archive contains overlapping entries. Create the archive again',
  ],
  'archive-unpacks-too-large': [
    'archive-too-large',
    'The archive unpacks to {{gigabytes, tenths}} GB, more than {{times}} times its own size. Import the unpacked folder in the studio, or create the archive without compression',
  ],
  'dataset-takes-no-files': ['import-not-running', 'This dataset no longer accepts files. Drop it again'],
  'archive-too-large': ['archive-too-large', 'The archive is larger than {{most}} GB. Split it into several'],
  'upload-takes-no-archive': [
    'upload-closed',
    'This upload accepts no archive: one has already arrived or is arriving, an hour has passed, or the task has ended. Request a new upload address',
  ],
  'dataset-too-many-files': [
    'archive-too-large',
    'The dataset has {{count}} files; at most {{most}} are allowed. Split it into several',
  ],
  'dataset-too-large': [
    'archive-too-large',
    'The dataset has {{gigabytes}} GB; the limit is {{most}} GB. Split it into several',
  ],
  'zip-too-many-files': [
    'archive-too-large',
    'The archive contains {{count}} files; at most {{most}} are allowed. Split it into several',
  ],
  'zip-unpacks-too-large': [
    'archive-too-large',
    'The archive unpacks to {{gigabytes}} GB; the limit is {{most}} GB. Split it into several',
  ],
  'archive-split': ['archive-unreadable', '{{name}} is one part of a split archive. Create a single ZIP file'],
  'archive-encrypted': ['archive-unreadable', '{{name}} is encrypted. Create the archive without a password'],
  'archive-not-zip': [
    'archive-unreadable',
    '{{name}} is not a ZIP file, or is incomplete. Download or create the archive again',
  ],
  'archive-directory-damaged': [
    'archive-unreadable',
    '{{name}} is a damaged ZIP file: its table of contents cannot be read. Download or create the archive again',
  ],
  'archive-entry-unreadable': ['annotation-unreadable', '{{path}}: {{cause}}'],
  'file-not-in-archive': ['annotation-unreadable', '{{path}} is not in the archive'],
  'not-coco-file': ['annotation-unreadable', 'It is not a COCO file with images and annotations'],
  'images-of-one-name': [
    'annotation-unreadable',
    'Several images are called "{{name}}", and it is not clear which is meant',
  ],
  'staged-file-unreadable': ['annotation-unreadable', '{{path}} cannot be read: {{why}}'],
  'dataset-takes-too-much-memory': [
    'annotation-unreadable',
    'Reading the dataset needs more than {{memory, size}} of memory. Split the data into smaller parts',
  ],
  'file-takes-too-much-memory': [
    'annotation-unreadable',
    'Reading "{{file}}" needs more than {{memory, size}} of memory. Split the data into smaller parts',
  ],
  'dataset-reading-stuck': [
    'annotation-unreadable',
    'Reading the dataset made no progress for {{seconds}} seconds and was stopped. Check its files',
  ],
  'file-reading-stuck': [
    'annotation-unreadable',
    'Reading "{{file}}" made no progress for {{seconds}} seconds and was stopped. Check the file, or import the dataset without it',
  ],
  'dataset-reading-ended': [
    'annotation-unreadable',
    'The dataset could not be read: the reading process ended unexpectedly. Try again, or check its files',
  ],
  'file-reading-ended': [
    'annotation-unreadable',
    '"{{file}}" could not be read: the reading process ended unexpectedly. Try again; if it happens again, import the dataset without this file',
  ],
  'file-refused': ['annotation-unreadable', '{{cause}}'],
  'packed-image-refused': ['image-unreadable', '{{cause}}'],
  'packed-file-too-large': ['image-unreadable', 'The file is larger than {{most, size}}'],
} as const satisfies Record<string, Entry>
