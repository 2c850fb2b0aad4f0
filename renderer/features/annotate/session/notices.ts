import type { ImageId } from '#common/ids'
import { type Labelling, labelCount, labellingOf } from '#renderer/data/project-type'
import { sentenceOf } from '#renderer/data/sentence'
import { afterFrame } from '#renderer/ui/app/after-frame'
import { chordText } from '#renderer/ui/app/chord'
import { chordOf } from '#renderer/ui/keys/key-map'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../commands/focus-canvas.ts'
import type { Editor } from '../editor/editor.ts'
import { goTo } from '../effects/queue/open-image.ts'
import { KIND_NAMES } from '../model/describe.ts'
import type { DocumentNotice } from '../model/document/ports.ts'
import type { Drawn } from '../model/editor-state.ts'
import type { MachineNotice } from '../model/machine.ts'
import type { EditorNotice } from '../model/notice.ts'
import { REVIEW_NEWS } from '../model/review-news.ts'
import { sayOutlineNotice } from './outline-notices.ts'
import { sayRemoved } from './removed-notice.ts'

/** Says what happened to a drawing and cannot be seen, with the way back where there is one. */
export function sayNotice(notice: EditorNotice, editor: Editor): void {
  if (hasWayBack(notice)) sayWithWayBack(notice, editor)
  else sayPlainly(notice, editor)
}

const WITH_WAY_BACK = [
  'too-small',
  'discarded',
  'machine',
  'crossing',
  'outline-refused',
  'draft-kept',
  'undone',
] as const
type WithWayBack = Extract<EditorNotice, { kind: (typeof WITH_WAY_BACK)[number] }>

function hasWayBack(notice: EditorNotice): notice is WithWayBack {
  return WITH_WAY_BACK.some((kind) => kind === notice.kind)
}

function sayWithWayBack(notice: WithWayBack, editor: Editor): void {
  switch (notice.kind) {
    case 'too-small':
      return notify({
        id: 'too-small',
        text: t('{{kind}} under 3 × 3 px skipped', { kind: KIND_NAMES[notice.drawn.outline.kind] }),
        action: { label: t('Keep'), onPress: () => editor.draw(notice.drawn) },
      })
    case 'discarded':
      return notify({
        id: 'discarded',
        text: t('{{count}} shapes skipped', { count: notice.drawn.length }),
        action: thenCanvas({ label: t('Keep'), onPress: () => keepAgain(editor, notice.drawn) }),
      })
    case 'machine':
      return notify({ id: notice.id, text: notice.text, action: notice.action && thenCanvas(notice.action) })
    case 'crossing':
    case 'outline-refused':
      return sayOutlineNotice(notice, editor)
    case 'undone':
      return notify({
        id: 'undone',
        text: notice.text,
        action: thenCanvas({ label: t('Redo'), onPress: () => editor.documents.redo(notice.image) }),
      })
    case 'draft-kept':
      return notify({
        id: 'draft-kept',
        text: t('Unfinished drawing kept with its image'),
        action: { label: t('Go back'), onPress: () => goTo(editor, notice.image) },
      })
  }
}

/** Shows a notice that offers no action. */
function sayPlainly(notice: Exclude<EditorNotice, WithWayBack>, editor: Editor): void {
  switch (notice.kind) {
    case 'draft-restored':
      return notify({ id: 'draft-restored', text: restoredWords(chordOf('discard')) })
    case 'other-points':
      return notify({
        id: 'other-points',
        text: t('Objects of {{name}} have different points; the class was not changed', { name: notice.name }),
      })
    case 'said':
      return notify({ id: 'said', text: notice.text })
    case 'all-done':
      return notify({ id: 'all-done', text: t('No other unfinished image in this queue') })
    case 'review':
      return notify({ id: notice.about, text: REVIEW_NEWS[notice.about] })
    case 'has-shapes':
      return notify({
        id: 'has-shapes',
        text: hasLabels(notice.count, labellingOf(editor.state.projectType)),
      })
  }
}

/** The notice goes with the press, and the keys belong to the canvas again. */
function thenCanvas({ label, onPress }: NonNullable<MachineNotice['action']>) {
  return {
    label,
    onPress: () => {
      focusCanvas()
      onPress()
    },
  }
}

export interface NoticePlace {
  readonly editor: Editor
  /** The name of an image, as far as that is known. */
  readonly nameOf: (image: ImageId) => string | undefined
}

export function sayDocumentNotice(notice: DocumentNotice, { editor, nameOf }: NoticePlace): void {
  const isHere = notice.image === editor.state.image
  if (notice.kind === 'removed') return sayRemoved(notice, editor)
  if (notice.kind === 'gone') return sayGone(notice, nameOf(notice.image))
  if (notice.kind === 'refused') return sayRefused(notice, isHere)
  const changed = isHere
    ? t('The annotations of this image have changed and were reloaded.')
    : t('The annotations of another image have changed and were reloaded.')
  const lost =
    notice.dropped === 0
      ? t('Yours were kept.')
      : t('{{count}} of your changes no longer apply and were skipped.', { count: notice.dropped })
  notify({ text: `${changed} ${lost}`, id: `conflict-${notice.image}` })
}

/** An image is told by its name, never by its id. */
function sayRefused(notice: Extract<DocumentNotice, { kind: 'refused' }>, isHere: boolean): void {
  const text = `${closed(sentenceOf(notice.error))} ${becameOf(notice, isHere)}`
  notify({ isError: true, text, id: refusedId(notice.image) })
}

function becameOf({ isKept }: Extract<DocumentNotice, { kind: 'refused' }>, isHere: boolean): string {
  if (isKept) return t('Your changes are kept in this browser and saved once the annotations can be read again.')
  return isHere ? t('A change to this image was not applied.') : t('A change to another image was not applied.')
}

function sayGone({ image, unsaved }: Extract<DocumentNotice, { kind: 'gone' }>, name: string = t('An image')): void {
  const text = t(
    '{{name}} is no longer in this project. {{count}} changes of yours were not saved and are kept in case it is restored',
    { name, count: unsaved },
  )
  notify({ isError: true, text, id: refusedId(image) })
}

function refusedId(image: ImageId): string {
  return `refused-${image}`
}

function hasLabels(count: number, labelling: Labelling): string {
  const has = t('This image has {{labels}}.', { labels: labelCount(count, labelling) })
  return `${has} ${firstDo(count, labelling)}`
}

function firstDo(count: number, labelling: Labelling): string {
  if (labelling === 'classes') return count === 1 ? t('Remove it first.') : t('Remove them first.')
  return count === 1 ? t('Delete it first.') : t('Delete them first.')
}

function restoredWords(chord: string | undefined): string {
  return chord === undefined
    ? t('Unfinished drawing resumed')
    : t('Unfinished drawing resumed. {{key}} discards it', { key: chordText(chord) })
}

/** The same sentence with its full stop, before another one. */
function closed(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** A frame later: the notice, which leaves, hands the focus on, and what asks for a class takes it then. */
function keepAgain(editor: Editor, shapes: readonly Drawn[]): void {
  afterFrame(() => {
    for (const each of shapes) editor.draw(each)
  })
}
