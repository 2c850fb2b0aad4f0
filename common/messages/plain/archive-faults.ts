import type { Template } from '../template.ts'

/** Faults of archives, which stand inside refusals. */
export const ARCHIVE_FAULTS = {
  'entry-encrypted': '{{path}} is encrypted',
  'entry-without-place': '{{path}} conflicts with another file of the archive',
  'archive-grows-too-much': 'it unpacks to far more than its own size',
  'entry-method-unsupported': 'Compression method {{method}} is not supported. Create the archive with Deflate',
  'entry-damaged': 'It is damaged in the archive. Create the archive again',
  'entry-checksum-differs': 'Checksum mismatch in the archive. Create the archive again',
} as const satisfies Record<string, Template>
