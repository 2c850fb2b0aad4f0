import type { Template } from '../template.ts'

/** Reasons why a task failed, and why it left something out. */
export const TASK_FAULTS = {
  'task-cancelled': 'Cancelled',
  'task-crashed-twice':
    'Tessera crashed twice during this task, so the task was stopped. Finished work is kept. Start the task again, or see the log',
  'task-crashed-twice-and-removed':
    'Tessera crashed twice during this task, so the task was stopped and its unfinished result was removed. Start the task again, or see the log',
  'reason-unknown': 'The reason is unknown',

  'import-cut-off':
    'Tessera closed during the import. The images that had arrived are in the project; drop the folder again to import the rest',
  'check-cut-off': 'Tessera closed while checking the dataset. Nothing was imported. Import it again',
  'archive-not-arrived': 'No archive arrived within an hour. Request a new upload address',

  'version-cut-off': 'The program ended before the version was frozen. Generate it again',
  'filters-leave-no-image': 'The filters leave no images. Loosen them and generate the version again',
  'version-images-unreadable': {
    one: '1 image cannot be read: {{shown}}',
    other: '{{count}} images cannot be read: {{shown}}',
  },
  'version-images-damaged': {
    one: 'The stored file of {{shown}} is damaged or missing. Upload it again',
    other: 'The stored files of {{count}} images are damaged or missing: {{shown}}. Upload them again',
  },
  'names-and-more': '{{names}} and {{more}} more',

  'exported-version-gone': 'Version {{version}} of {{project}} no longer exists',
  'version-file-damaged': '{{path}} is damaged or missing on disk. Generate the version again with the same settings',
  'search-export-cut-off': 'Tessera closed before the export started. Export again',
  'export-file-damaged': '{{path}} is damaged or missing on disk. Upload the image again',
  'image-cannot-be-read': 'Cannot read {{name}}. Upload the image again',
  'export-images-deleted': 'The images were deleted before they could be exported',
  'export-without-image': 'None of the images can be exported. {{cause}}',

  'catalog-folder-not-writable': 'The catalog folder {{folder}} cannot be written: {{reason}}',
  'catalog-manifest-too-large': 'The project has more annotations than a catalog folder accepts; publish a smaller one',
  'publication-cut-off':
    'The program ended while the project was published. Nothing of it is in the catalog; publish it again',
  'publication-without-image': 'None of the images can be published. {{cause}}',
  'copy-deleted': 'The copy was permanently deleted',
  'copied-project-gone': 'The project to copy no longer exists',
  'copy-without-image': 'None of its {{total}} images can be read. {{path}}: {{cause}}',

  'task-project-gone': 'The project no longer exists',
  'target-project-in-trash': 'The target project of the images is in the trash',
  'transfer-record-gone': 'The record of what was copied is no longer available',

  'send-without-remote': 'Tessera was started without {{url}}. Start it with --remote {{url}}',
  'send-to-other-type': '{{remoteName}} at {{host}} is for {{remoteType}}, and {{name}} here is for {{type}}',
  'images-not-sent': '{{count}} of {{total}} images were not sent. {{cause}}',
  'image-with-fault': '{{image}}: {{cause}}',
  'fault-and-next': '{{fault}}; {{next}}',
  'fault-and-more': '{{fault}}; and {{more}} more',

  'labelling-model-gone': 'The model "{{model}}" is no longer installed',
  'catalogue-model-gone': 'The model catalog no longer has {{model}}',
  'dropped-model-file-gone': '{{path}} is no longer available. Drop the files again',
  'model-of-other-family-in-catalogue':
    '{{source}} contains a model of the family {{family}}, but {{name}} is one of {{wanted}}. Install it from another source',
  'model-file-of-other-size':
    '{{path}} has {{bytes}} bytes, but the catalog states {{stated}}. The download was discarded. Download it again, or use a mirror',
  'model-file-of-other-hash':
    '{{path}} is not the file of the catalog: its SHA-256 is {{hash}}. The download was discarded. Download it again, or use a mirror',
} as const satisfies Record<string, Template>
