/** The images that a key labels, from the anchor to the focus, both included; places of the queue, from 0. */
export interface Block {
  readonly focus: number
  readonly anchor: number
}

export const FIRST: Block = { focus: 0, anchor: 0 }

/** `first` and `last` are in the block. */
export function rangeOf({ focus, anchor }: Block): { readonly first: number; readonly last: number } {
  return { first: Math.min(focus, anchor), last: Math.max(focus, anchor) }
}

export function isIn({ focus, anchor }: Block, place: number): boolean {
  return place >= Math.min(focus, anchor) && place <= Math.max(focus, anchor)
}

/** The focus goes to a place, as far as there is one; with `extends` the block reaches from where it began to there. */
export function movedTo(block: Block, place: number, to: { readonly total: number; readonly extends: boolean }): Block {
  const focus = Math.max(0, Math.min(to.total - 1, place))
  return { focus, anchor: to.extends ? block.anchor : focus }
}

/** On to the image behind the block; the last one stays where it is. */
export function behind(block: Block, total: number): Block {
  return movedTo(block, rangeOf(block).last + 1, { total, extends: false })
}

export interface Layout {
  readonly columns: number
  /** Rows that a page key goes on by. */
  readonly pageRows: number
  readonly total: number
}

/** Where a key leads the focus; undefined of a key that moves nothing. */
export function placeAfter(key: string, focus: number, { columns, pageRows, total }: Layout): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: focus - 1,
    ArrowRight: focus + 1,
    ArrowUp: focus - columns < 0 ? focus : focus - columns,
    ArrowDown: focus + columns < total ? focus + columns : focus,
    PageUp: focus - columns * pageRows,
    PageDown: focus + columns * pageRows,
    Home: 0,
    End: total - 1,
  }
  return places[key]
}
