import type { Template } from '../template.ts'

/** Faults of disks and of parts of the program, which end the work that meets them. */
export const SYSTEM_FAULTS = {
  'disk-full': 'The disk that holds the library is full. Free some space and try again; nothing was changed.',
  'disk-trouble':
    'The library cannot be read or written: the disk is read-only or reports an error ({{code}}). Check the disk and try again',
  'stored-data-damaged': 'Stored data is damaged and cannot be read. See the log for details',
  'event-thread-stopped': 'The event thread stopped: {{cause}}',
  'thread-ended': 'the thread ended',
  'file-thread-stopped': 'The thread that writes files stopped: {{cause}}',
  'segment-thread-stopped': 'The segmentation thread stopped: {{cause}}',
  'segmenter-closed': 'Segmentation has ended',
} as const satisfies Record<string, Template>
