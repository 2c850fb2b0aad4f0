import type { ClassId } from '#common/ids'

/** A change of a class in a dialog of its own, or in its row. */
export type ClassTask =
  | { readonly kind: 'rename' | 'rename-in-row' | 'key' | 'attributes'; readonly classId: ClassId }
  | { readonly kind: 'merge'; readonly classId: ClassId; readonly into?: ClassId | undefined }
