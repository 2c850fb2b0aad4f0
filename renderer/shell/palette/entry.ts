import type { LucideIcon } from 'lucide-react'
import type { ImageId } from '#common/ids'

/** A line of the command palette: a command, a page or an image. */
export interface Entry {
  /** Stable across sessions, so that it can be offered again. */
  readonly id: string
  readonly name: string
  /** Context of the entry: "Annotate", "Project", "Class". */
  readonly context: string
  readonly mark: { readonly icon: LucideIcon } | { readonly color: number } | { readonly image: ImageId }
  readonly chord?: string | undefined
  readonly run: () => void
}
