import type { Template } from '../template.ts'

/** Why the program does not start. */
export const START_FAULTS = {
  'start-port-in-use':
    'Port {{port}} is in use, so the {{server}} server cannot start. Choose another with --{{server}}-port, or 0 for any free one.',
  'start-library-open':
    'The library {{folder}} is already open in another instance of Tessera. Quit that one first, or choose another folder with --library.',
  'start-library-open-by':
    'The library {{folder}} is already open in another instance of Tessera ({{cause}}). Quit that one first, or choose another folder with --library.',
  'start-events-open':
    'The event store {{folder}} is already open in another instance of Tessera. Quit that one first, or choose another folder with --library.',
  'start-events-open-by':
    'The event store {{folder}} is already open in another instance of Tessera ({{cause}}). Quit that one first, or choose another folder with --library.',
  'start-holder': 'process {{pid}} on {{host}}, since {{moment}}',
  'start-folder-unusable': 'The folder {{folder}} cannot be used: {{cause}}. Choose another one with --library.',
  'start-file-unusable': 'The file {{path}} cannot be used: {{cause}}. {{advice}}',
  'start-library-newer':
    'The library was last opened with a newer version of Tessera (database layout {{found}}; this version supports up to {{known}}). It was not changed. Install the newer version to open it.',
  'start-events-newer':
    'The event store was last opened with a newer version of Tessera (database layout {{found}}; this version supports up to {{known}}). It was not changed. Install the newer version to open it.',
  'start-library-no-room':
    'Tessera must update the library and backs it up first, but there is not enough space in {{folder}}. Free {{bytes, size}} and try again.',
  'start-events-no-room':
    'Tessera must update the event store and backs it up first, but there is not enough space in {{folder}}. Free {{bytes, size}} and try again.',
  'start-crashed': 'Tessera crashed {{times}} times in a row (exit code {{code}}).',
  'advice-free-space': 'Free some space, and try again.',
  'advice-move-file': 'Move it somewhere else, and try again.',
  'advice-local-disk': 'Choose a folder on a local disk with --library.',
  'advice-mount': 'Mount the disk or remove the link, and try again.',
  'advice-access': 'Give your user account read and write access, or choose another folder with --library.',
  'disk-no-permission': 'your user account has no write permission',
  'disk-read-only': 'the disk is read-only',
  'disk-no-parent': 'nothing can be created in its parent folder',
  'disk-is-full': 'the disk is full',
  'disk-no-quota': 'your disk quota is used up',
  'disk-reports-error': 'the disk reports an error',
  'disk-without-locks': 'the disk does not support file locks',
  'disk-error-or-without-locks': 'the disk reports an error or does not support file locks',
  'file-is-folder': 'it is a folder, not a file',
  'file-is-pipe': 'it is a pipe or a device, not a file',
  'file-read-only': 'it is read-only',
  'file-cannot-open': 'it cannot be opened',
  'file-damaged-itself': 'it is damaged',
  'link-leads-nowhere': '{{link}} is a link to {{target}}, which does not exist',
  'folder-is-file': '{{path}} is a file, not a folder',
  'folder-holds-pipe': '{{name}} in it is a pipe or a device, not a file',
} as const satisfies Record<string, Template>
