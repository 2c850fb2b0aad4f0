/** `node scripts/notices.mjs`: writes THIRD_PARTY_NOTICES.md for the contents of the last desktop build. */
import { writeFileSync } from 'node:fs'
import { fromRoot } from './kit/paths.mjs'
import { noticesInShort } from './package/notices.mjs'

writeFileSync(fromRoot('THIRD_PARTY_NOTICES.md'), noticesInShort())
