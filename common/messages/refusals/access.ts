import type { Entry } from '../reasons.ts'

/** Refusals about API keys, scopes and links. */
export const ACCESS = {
  'link-expired': ['link-expired', 'This link has expired. Request a new one with an API key'],
  'link-revoked': ['link-revoked', 'This link was revoked because its API key changed. Request a new one'],
  'api-key-unknown': ['key-unknown', 'This API key is not known here'],
  'api-key-disabled': ['key-disabled', 'The API key "{{key}}" is disabled'],
  'api-key-rate-exceeded': ['too-many-requests', 'Too many requests for this API key; retry in {{seconds}} s'],
  'path-or-workspace-unknown': ['workspace-not-found', 'There is no operation or workspace "{{asked}}"'],
  'api-key-of-another-workspace': [
    'key-forbidden',
    'This API key belongs to the workspace "{{own}}", not to "{{asked}}"',
  ],
  'api-key-missing': [
    'key-missing',
    'No API key came with this request. Send it as the header "Authorization: Bearer KEY", or as api_key in the query or body',
  ],
  'model-shared-with-other-folders': [
    'key-limited',
    'This model belongs to projects in other folders too, so this API key cannot change it',
  ],
  'page-size-outside-range': [
    'request-invalid',
    '{{name}} must be between 1 and {{most}}, not {{size}}; request one page at a time',
  ],
  'scope-unknown': [
    'scope-unknown',
    'Unknown scope "{{scope}}". Use {{scopes}}, a section such as "project", or {{roles}}',
  ],
  'api-key-not-in-workspace': ['key-not-found', 'There is no API key "{{id}}" in {{workspace}}'],
  'too-many-folders-for-key': [
    'request-invalid',
    'folderIds names {{count}} folders; a key is limited to at most {{most}}',
  ],
  'api-key-outranks-caller': [
    'key-outranks',
    'The API key "{{key}}" has more permissions than the key of this request, so it cannot be changed',
  ],
  'last-key-with-full-access': [
    'key-last',
    'The API key "{{key}}" is the last key with full access. Create another full-access key first',
  ],
  'grant-exceeds-own-scopes': ['grant-too-wide', 'A key cannot give another one more than it may do itself'],
  'protecting-needs-full-access': ['protection-forbidden', 'Only a key with full access can protect a key'],
  'protection-cannot-be-removed': ['key-forbidden', 'The API key "{{key}}" is protected; protection cannot be removed'],
  'protected-key-not-revoked': ['key-protected', 'The API key "{{key}}" is protected, so it cannot be revoked'],
  'protected-key-not-disabled': ['key-protected', 'The API key "{{key}}" is protected, so it cannot be disabled'],
  'scope-missing': ['scope-missing', 'The API key "{{key}}" lacks the scope {{scope}}'],
  'scope-of-operation-missing': ['scope-missing', 'The API key "{{key}}" lacks the scope of this operation'],
  'models-need-whole-key': [
    'key-limited',
    'This API key is limited to folders or to a workflow, and models serve the whole station. Use another key',
  ],
  'operation-of-other-method': [
    'operation-absent',
    '{{method}} {{path}} is not part of this server: ask it by {{other}}',
  ],
  'folder-key-cannot-create-projects': [
    'key-limited',
    'This API key is limited to folders, so it cannot create a project outside them. Use a key of the whole workspace',
  ],
  'folder-key-cannot-copy-projects': [
    'key-limited',
    'This API key is limited to folders, so it cannot copy a project outside them. Use a key of the whole workspace',
  ],
  'folder-key-cannot-list-keys': [
    'key-limited',
    'This API key is limited to folders, so it cannot list API keys. Use a key of the whole workspace',
  ],
  'folder-key-cannot-read-keys': [
    'key-limited',
    'This API key is limited to folders, so it cannot read API keys. Use a key of the whole workspace',
  ],
  'folder-key-cannot-create-keys': [
    'key-limited',
    'This API key is limited to folders, so it cannot create API keys. Use a key of the whole workspace',
  ],
  'folder-key-cannot-change-keys': [
    'key-limited',
    'This API key is limited to folders, so it cannot change API keys. Use a key of the whole workspace',
  ],
  'folder-key-cannot-revoke-keys': [
    'key-limited',
    'This API key is limited to folders, so it cannot revoke API keys. Use a key of the whole workspace',
  ],
  'folder-key-cannot-list-workflows': [
    'key-limited',
    'This API key is limited to folders, so it cannot list workflows. Use a key of the whole workspace',
  ],
  'folder-key-cannot-read-workflows': [
    'key-limited',
    'This API key is limited to folders, so it cannot read workflows. Use a key of the whole workspace',
  ],
  'folder-key-cannot-create-workflows': [
    'key-limited',
    'This API key is limited to folders, so it cannot create workflows. Use a key of the whole workspace',
  ],
  'folder-key-cannot-change-workflows': [
    'key-limited',
    'This API key is limited to folders, so it cannot change workflows. Use a key of the whole workspace',
  ],
  'folder-key-cannot-fork-workflows': [
    'key-limited',
    'This API key is limited to folders, so it cannot fork workflows. Use a key of the whole workspace',
  ],
  'folder-key-cannot-create-tokens': [
    'key-limited',
    'This API key is limited to folders, so it cannot create tokens. Use a key of the whole workspace',
  ],
  'folder-key-cannot-change-images-at-once': [
    'key-limited',
    'This API key is limited to folders, so it cannot change images of the whole workspace at once. Change them one by one, or use a key of the whole workspace',
  ],
  'call-not-forwarded': ['remote-cannot', 'This call concerns the machine itself and cannot be made over the network'],
  'contract-differs': [
    'remote-cannot',
    'This Tessera runs a different version. Update both machines to the same version',
  ],
  'forwarded-call-unknown': [
    'remote-cannot',
    'This Tessera has no such call. Update both machines to the same version',
  ],
  'forwarded-call-too-large': ['request-too-large', 'This call is too large'],
  'studio-needs-whole-key': [
    'key-limited',
    'The API key "{{key}}" is limited to folders or a workflow. Use a key for the whole workspace',
  ],
  'folder-key-cannot-create-folders': [
    'key-limited',
    'This API key is limited to folders, so it cannot create folders. Use a key of the whole workspace',
  ],
  'folder-key-cannot-change-folders': [
    'key-limited',
    'This API key is limited to folders, so it cannot change folders. Use a key of the whole workspace',
  ],
  'folder-key-cannot-delete-folders': [
    'key-limited',
    'This API key is limited to folders, so it cannot delete folders. Use a key of the whole workspace',
  ],
  'folder-key-cannot-move-projects': [
    'key-limited',
    'This API key is limited to folders, so it cannot move projects between folders. Use a key of the whole workspace',
  ],
  'folder-key-cannot-delete-workflows': [
    'key-limited',
    'This API key is limited to folders, so it cannot delete workflows. Use a key of the whole workspace',
  ],
  'folder-key-cannot-restore-workflows': [
    'key-limited',
    'This API key is limited to folders, so it cannot restore workflows. Use a key of the whole workspace',
  ],
  'folder-key-cannot-restore-models': [
    'key-limited',
    'This API key is limited to folders, so it cannot restore models. Use a key of the whole workspace',
  ],
  'library-without-files': [
    'library-read-only',
    'The library is read-only: {{cause}}. Mount or restore the folder and restart Tessera, or accept the library as it is (in the studio or with --adopt)',
  ],
  'event-store-without-files': [
    'library-read-only',
    'The event store is read-only: {{cause}}. Mount or restore the folder and restart Tessera, or accept the event store as it is (in the studio or with --adopt)',
  ],
  'library-is-read-only': [
    'library-read-only',
    'The library is read-only: {{cause}}. Restore the correct file and restart Tessera, or accept the library as it is (in the studio or with --adopt)',
  ],
  'event-store-is-read-only': [
    'library-read-only',
    'The event store is read-only: {{cause}}. Restore the correct file and restart Tessera, or accept the event store as it is (in the studio or with --adopt)',
  ],
  'row-damaged': [
    'row-damaged',
    '{{what}} is damaged in the database and cannot be read. Delete it, or restore the library from a backup',
  ],
  'row-of-version-damaged': [
    'row-damaged',
    '{{what}} is damaged in the database and cannot be read. Move the version to the trash, or restore the library from a backup',
  ],
  'row-of-project-damaged': [
    'row-damaged',
    '{{what}} is damaged in the database and cannot be read. Move it to the trash, or restore the library from a backup',
  ],
  'row-damaged-for-good': [
    'row-damaged',
    '{{what}} is damaged in the database and cannot be read. To get it back, restore the library from a backup',
  ],
} as const satisfies Record<string, Entry>
