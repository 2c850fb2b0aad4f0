import type { Template } from './template.ts'

/** How a refusal is answered everywhere: an HTTP status on one side, a tone on a screen on the other. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'too-many'
  | 'unavailable'
  /** Something kept here does not do its work. */
  | 'broken'
  /** A machine that was asked for the caller failed; the same request may succeed another time. */
  | 'upstream'
  /** A limit that an operator set is reached; there is room again when older things have gone. */
  | 'full'

/** Reasons to refuse, as programs tell them apart: several codes can have the same. */
export const REASONS = {
  'workspace-not-found': 'not-found',
  'operation-absent': 'not-found',
  'project-not-found': 'not-found',
  'project-name-invalid': 'invalid',
  'project-name-taken': 'conflict',
  'class-not-found': 'not-found',
  'class-name-invalid': 'invalid',
  'class-name-taken': 'conflict',
  'class-in-use': 'conflict',
  'class-merge-refused': 'conflict',
  'image-not-found': 'not-found',
  'batch-not-found': 'not-found',
  'batch-name-invalid': 'invalid',
  'batch-name-taken': 'conflict',
  'job-not-found': 'not-found',
  'job-too-large': 'invalid',
  'job-restored': 'conflict',
  'image-unreadable': 'invalid',
  'image-damaged': 'broken',
  'export-damaged': 'conflict',
  'weights-damaged': 'broken',
  'image-empty': 'invalid',
  'image-too-large': 'too-large',
  'image-url-refused': 'invalid',
  'image-url-failed': 'upstream',
  'image-kind-unsupported': 'invalid',
  'file-name-invalid': 'invalid',
  'tagging-invalid': 'invalid',
  'bulk-act-not-found': 'not-found',
  'bulk-act-undone': 'conflict',
  'view-not-found': 'not-found',
  'view-name-invalid': 'invalid',
  'view-name-taken': 'conflict',
  'annotation-unreadable': 'invalid',
  'annotation-exists': 'conflict',
  'shape-invalid': 'invalid',
  'edit-conflict': 'conflict',
  'nothing-to-undo': 'conflict',
  'nothing-to-review': 'conflict',
  'reason-missing': 'invalid',
  'comment-not-found': 'not-found',
  'comment-invalid': 'invalid',
  'comment-of-another': 'forbidden',
  'comment-changed': 'conflict',
  'operation-not-found': 'not-found',
  'splits-invalid': 'invalid',
  'import-not-running': 'conflict',
  'import-running': 'conflict',
  'dataset-not-found': 'not-found',
  'nothing-to-fetch': 'conflict',
  'archive-unreadable': 'invalid',
  'archive-too-large': 'too-large',
  'upload-closed': 'conflict',
  'settings-invalid': 'invalid',
  'copies-over-cap': 'invalid',
  'nothing-to-version': 'invalid',
  'train-split-empty': 'invalid',
  'version-not-found': 'not-found',
  'version-generating': 'conflict',
  'format-unknown': 'invalid',
  'export-not-found': 'not-found',
  'export-failed': 'unavailable',
  'export-cancelled': 'conflict',
  'nothing-to-export': 'invalid',
  'export-types-differ': 'invalid',
  'workflow-not-found': 'not-found',
  'workflow-invalid': 'invalid',
  'workflow-taken': 'conflict',
  'model-not-found': 'not-found',
  'model-invalid': 'invalid',
  'model-taken': 'conflict',
  'model-there-already': 'too-many',
  'model-too-large': 'too-large',
  'model-not-installed': 'not-found',
  'model-cannot': 'invalid',
  'model-overran': 'broken',
  'model-broken': 'broken',
  'model-unrecognised': 'invalid',
  'model-unanswered': 'invalid',
  'model-licence-unaccepted': 'forbidden',
  'model-download-refused': 'invalid',
  'model-download-failed': 'upstream',
  'model-draft-not-found': 'not-found',
  'inference-stopped': 'unavailable',
  'picture-unreadable': 'invalid',
  'reconstruction-failed': 'upstream',
  'task-not-found': 'not-found',
  'task-ended': 'conflict',
  'task-not-started': 'broken',
  'folder-not-found': 'not-found',
  'folder-name-invalid': 'invalid',
  'folder-taken': 'conflict',
  'folder-inside-itself': 'conflict',
  'trash-item-ambiguous': 'conflict',
  'trash-item-not-found': 'not-found',
  'trash-parent-trashed': 'conflict',
  'segment-failed': 'unavailable',
  'disk-full': 'unavailable',
  /** The database does not match the files beside it. */
  'library-read-only': 'unavailable',
  /** A row in the database is damaged. */
  'row-damaged': 'broken',
  'remote-unreachable': 'unavailable',
  'remote-refused': 'unavailable',
  'remote-key-refused': 'unavailable',
  /** It cannot do it now: too many requests, no room, an upkeep. */
  'remote-busy': 'unavailable',
  /** Its API has no words for it. */
  'remote-cannot': 'unavailable',
  'connection-not-found': 'not-found',
  'connection-invalid': 'invalid',
  'connection-in-use': 'conflict',
  'key-missing': 'unauthorized',
  'key-unknown': 'unauthorized',
  'key-forbidden': 'forbidden',
  'key-disabled': 'unauthorized',
  'key-not-found': 'not-found',
  'key-protected': 'conflict',
  'key-limited': 'forbidden',
  'key-outranks': 'forbidden',
  'protection-forbidden': 'forbidden',
  'key-last': 'conflict',
  'link-expired': 'forbidden',
  'link-revoked': 'forbidden',
  'scope-missing': 'forbidden',
  'scope-unknown': 'invalid',
  'grant-too-wide': 'forbidden',
  'too-many-requests': 'too-many',
  'event-not-found': 'not-found',
  'event-file-not-found': 'not-found',
  'event-file-damaged': 'broken',
  'event-final': 'conflict',
  'event-schema-unknown': 'invalid',
  'event-data-invalid': 'invalid',
  'event-picture-unreadable': 'invalid',
  'event-file-too-large': 'too-large',
  'event-query-invalid': 'invalid',
  'event-schema-not-found': 'not-found',
  'event-schema-invalid': 'invalid',
  'event-schema-protected': 'conflict',
  'solution-missing': 'invalid',
  'capacity-blocked': 'full',
  'search-invalid': 'invalid',
  'request-invalid': 'invalid',
  'request-not-utf8': 'invalid',
  'request-too-large': 'too-large',
} as const satisfies Record<string, RefusalKind>

export type Reason = keyof typeof REASONS

export function isReason(text: unknown): text is Reason {
  return typeof text === 'string' && Object.hasOwn(REASONS, text)
}

/** One entry of the catalogue: the reason, which may be that of the cause, and the sentence in English. */
export type Entry = readonly [Reason | 'cause', Template]
