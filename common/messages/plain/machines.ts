import type { Template } from '../template.ts'

/** Where keys are kept, and what other machines answer. */
export const MACHINES = {
  'secrets-in-file': 'In the file {{path}}, which only your user can read',
  'secrets-in-memory': 'In memory, until Tessera is closed',
  'secrets-in-mac-keychain': 'In the keychain of this Mac',
  'secrets-in-windows-keychain': 'In the keychain of this Windows account',
  'secrets-in-session-keychain': 'In the keychain of this desktop session',
  'keychain-locked': 'The keychain is locked',
  'keychain-unusable': 'The system keychain cannot be used: {{cause}}',
  'keychain-silent': 'it gave no answer in {{seconds}} s',
  'keychain-incomplete': 'the keychain module is incomplete',
  'keychain-library-missing': 'libsecret is missing (on Debian and Ubuntu: libsecret-1-0)',
  'keychain-library-broken': 'its library does not load',
  'server-answers': 'Answers',
  'server-connected': {
    one: 'Connected to workspace {{workspace}}, {{count}} project',
    other: 'Connected to workspace {{workspace}}, {{count}} projects',
  },
} as const satisfies Record<string, Template>
