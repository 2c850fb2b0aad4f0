import type { Entry } from '../reasons.ts'

/** Refusals about datasets and archives that are imported. */
export const DATASETS = {
  'too-many-archive-entries': ['archive-too-large', '{{archive}} has {{count}} entries; at most {{most}} are read'],
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
    'This upload takes no archive: one has arrived already or is arriving, an hour has passed, or the task has ended. Ask for a new upload address',
  ],
  'dataset-too-many-files': [
    'archive-too-large',
    'The dataset has {{count}} files; at most {{most}} are read. Split it into several',
  ],
  'dataset-too-large': [
    'archive-too-large',
    'The dataset holds {{gigabytes}} GB; the limit is {{most}} GB. Split it into several',
  ],
  'zip-too-many-files': [
    'archive-too-large',
    'The archive holds {{count}} files; at most {{most}} go in one. Split it into several',
  ],
  'zip-unpacks-too-large': [
    'archive-too-large',
    'The archive unpacks to {{gigabytes}} GB; the limit is {{most}} GB. Split it into several',
  ],
} as const satisfies Record<string, Entry>
