import type { KeyView } from '#common/contract/workspace/keys'

/** What a key may do, in a few words. */
export const RIGHTS: Readonly<Record<KeyView['rights'], string>> = {
  everything: 'Everything',
  editor: 'All but keys',
  labeler: 'Label images',
  viewer: 'Look only',
  custom: 'Chosen scopes',
}
