import type { Page } from 'playwright-core'

/** The annotate page in words, of which each key changes some. */
export interface Screen {
  readonly address: string
  /** Name of the image, and its position in the queue: "2 of 8". */
  readonly image: string
  readonly place: string
  readonly zoom: string
  /** The armed tool, by its name in the rail. */
  readonly tool: string
  /** The bar above the image's lower edge: its name and its text. */
  readonly bar: string
  /** Objects of the list with size and state, in drawing order, and the names of the selected ones. */
  readonly objects: readonly string[]
  readonly selected: readonly string[]
  /** Properties of the selected shape in the inspector: "box, Class cup, Position 10, 20 …". */
  readonly facts: string
  /** The next step to undo. */
  readonly undo: string
  /** Active switches in the image's bar and the inspector. */
  readonly on: readonly string[]
  /** Names of the open boxes and dialogs, and the focused field. */
  readonly open: readonly string[]
  readonly typing: string
  readonly tab: string
  readonly notices: readonly string[]
  /** All text of the inspector. */
  readonly inspector: string
  /** Text of the suggestion strip over the image, and of the review chip. */
  readonly proposals: string
  readonly review: string
  /** Text for screen readers. */
  readonly said: string
}

export function readScreen(page: Page): Promise<Screen> {
  return page.evaluate(() => {
    const squeezed = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    /** Returns the text of an element, without the options of a list. */
    const wordsOf = (element: HTMLElement | undefined) =>
      squeezed(
        [...(element?.querySelectorAll('select') ?? [])].reduce(
          (text, { innerText }) => text.replace(innerText, ''),
          element?.innerText ?? '',
        ),
      )
    const words = (selector: string) => wordsOf(all(selector)[0])
    const named = (element: Element | undefined | null) =>
      squeezed(
        element?.getAttribute('aria-label') ??
          document.getElementById(element?.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')?.textContent ??
          '',
      )
    const imageBar = words('[role=toolbar][aria-label=Image]')
    const rows = all('[role=grid][aria-label=Objects] [role=row]')
    const cells = (row: HTMLElement) =>
      [...row.querySelectorAll('[role=gridcell]')].map((cell) => squeezed(cell.textContent))
    const bar = all('[data-panel=context]')[0]
    return {
      address: location.hash,
      image: named(all('[role=application]')[0]).split(', ')[0] ?? '',
      place: /[\d,]+ of [\d,]+/.exec(imageBar)?.[0] ?? '',
      zoom: /[\d,]+ %/.exec(imageBar)?.[0] ?? '',
      tool: named(all('[role=toolbar][aria-label=Tools] [aria-pressed=true]')[0]),
      bar: bar ? `${named(bar)}: ${wordsOf(bar)}` : '',
      objects: rows.map((row) => cells(row).filter(Boolean).join(', ')),
      selected: rows.filter((row) => row.ariaSelected === 'true').map((row) => cells(row)[0] ?? ''),
      facts: words('[aria-label="Selected shape"], [aria-label="Selected shapes"]'),
      undo: all('[role=toolbar][aria-label=Image] [aria-label^=Undo]').map(named).join(),
      on: [
        ...all('[role=toolbar][aria-label=Image] [aria-pressed=true]').map(
          (button) => named(button) || wordsOf(button),
        ),
        ...all('[data-panel=inspector] label:has(:checked)').map(wordsOf),
      ],
      open: all('[role=dialog], [data-panel=view]').map(named),
      typing: document.activeElement instanceof HTMLInputElement ? named(document.activeElement) : '',
      tab: words('[role=tab][aria-selected=true]'),
      notices: all('[data-sonner-toast]').map((notice) => squeezed(notice.innerText)),
      inspector: words('[data-panel=inspector]'),
      proposals: words('[role=group][aria-label=Suggestions]'),
      review: all('[aria-label^="Review. "]').map(named).join(),
      said: words('[role=application] ~ [aria-live=polite]'),
    }
  })
}

/** Returns a hash of the canvas; the same image gives the same one. Only works with the CPU driver. */
export function readCanvas(page: Page): Promise<string> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll('canvas')].filter(({ style }) => style.visibility !== 'hidden')
    const drawn = seen.map((canvas) => canvas.toDataURL('image/jpeg')).join()
    let hash = 0
    for (let at = 0; at < drawn.length; at += 1) hash = (Math.imul(hash, 31) + drawn.charCodeAt(at)) | 0
    return String(hash)
  })
}
